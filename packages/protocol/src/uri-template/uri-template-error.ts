/** Why a template cannot be used. */
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

/**
 * Why a URI template cannot be used, and where. Recognise it by `code`. Its message may quote the template: if
 * that came over the wire, answer with a message of your own.
 */
export class UriTemplateError extends Error {
  override readonly name = 'UriTemplateError';
  readonly code: UriTemplateErrorCode;
  /** Index in the template, in UTF-16 units, of the brace at fault; 0 if the whole template is. */
  readonly position: number;
  /** The expression at fault with its braces, cut to 80 characters. */
  readonly expression: string | undefined;

  constructor(code: UriTemplateErrorCode, reason: string, where?: { position: number; expression?: string }) {
    const expression = shorten(where?.expression);
    super(
      expression === undefined || where === undefined
        ? reason
        : `Expression ${expression} at position ${where.position}: ${reason}`,
    );
    this.code = code;
    this.position = where?.position ?? 0;
    this.expression = expression;
  }
}

function shorten(expression: string | undefined): string | undefined {
  return expression === undefined || expression.length <= 80 ? expression : `${expression.slice(0, 79)}…`;
}
