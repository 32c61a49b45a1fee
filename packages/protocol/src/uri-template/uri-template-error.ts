export type UriTemplateErrorCode =
  /** Longer than the limit; nothing was parsed. */
  | 'template-too-long'
  /** More variables than the limit. */
  | 'too-many-variables'
  /** `{` without `}`. */
  | 'unclosed-expression'
  /** `}` without `{`. */
  | 'unopened-expression'
  /** Braces around something that RFC 6570 does not allow. */
  | 'invalid-expression'
  /** `{name:3}` was expanded with a list or a map, which have no prefix (RFC 6570, 2.4.1). */
  | 'prefix-of-list';

/** Why a URI template cannot be used, and where. Recognise it by `code`. */
export class UriTemplateError extends Error {
  override readonly name = 'UriTemplateError';
  readonly code: UriTemplateErrorCode;
  /** Index in the template, in UTF-16 units, of the `{` or `}` at fault; 0 if the whole template is. */
  readonly position: number;
  /** The expression at fault with its braces, shortened to 80 characters. */
  readonly expression: string | undefined;

  constructor(code: UriTemplateErrorCode, position: number, reason: string, expression?: string) {
    const shown =
      expression === undefined || expression.length <= 80 ? expression : `${expression.slice(0, 79)}…`;
    const subject = shown === undefined ? 'URI template' : `Expression ${shown}`;
    super(`${subject} at position ${position}: ${reason}`);
    this.code = code;
    this.position = position;
    this.expression = shown;
  }
}
