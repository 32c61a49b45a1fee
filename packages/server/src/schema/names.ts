/** The names of the arguments that a Standard Schema describes; any string where its type does not tell. */
export type ArgumentNames<S> = S extends {
  readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined };
}
  ? Extract<keyof Input, string>
  : S extends { readonly _input: infer Input }
    ? Extract<keyof Input, string>
    : S extends { readonly properties: infer Properties }
      ? Extract<keyof Properties, string>
      : string;

/** The variables of a URI template (RFC 6570), read from its literal type; any string where that is not known. */
export type VariableNames<T extends string> = string extends T ? string : ExpressionNames<T>;

type ExpressionNames<T extends string> = T extends `${string}{${infer Expression}}${infer Rest}`
  ? SplitNames<WithoutOperator<Expression>> | ExpressionNames<Rest>
  : never;

type WithoutOperator<E extends string> = E extends `${'+' | '#' | '.' | '/' | ';' | '?' | '&'}${infer Names}`
  ? Names
  : E;

type SplitNames<N extends string> = N extends `${infer First},${infer Rest}`
  ? WithoutModifier<First> | SplitNames<Rest>
  : WithoutModifier<N>;

type WithoutModifier<N extends string> = N extends `${infer Name}*`
  ? Name
  : N extends `${infer Name}:${string}`
    ? Name
    : N;
