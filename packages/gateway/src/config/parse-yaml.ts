import { Composer, Lexer, Parser, type CST, type Document, type LineCounter } from 'yaml';

export interface YamlFault {
  readonly offset: number;
  /** Without what the text holds: it may be a secret. */
  readonly message: string;
}

export interface ParsedYaml {
  /** Of no use where there are faults. */
  readonly document: Document | undefined;
  readonly faults: readonly YamlFault[];
}

/**
 * A configuration needs a dozen levels. The library recurses at each one, and what overflows its stack may take the process
 * with it, so a deeper text is not given to it.
 */
const maxDepth = 100;

/** Parses one YAML document. */
export function parseYaml(text: string, lines: LineCounter): ParsedYaml {
  // Duplicate keys are found by spelling, later: the library takes `1` and `"1"` for different ones.
  const composer = new Composer({ uniqueKeys: false });
  const faults: YamlFault[] = [];
  let document: Document | undefined;
  const onTooDeep = (offset: number): void => {
    faults.push({ offset, message: `expected at most ${maxDepth} levels, found more` });
  };
  for (const next of composer.compose(tokens(text, { lines, onTooDeep }), true, text.length)) {
    if (document !== undefined) {
      faults.push({ offset: next.range[0], message: 'expected one document, found a second one ("---")' });
      break;
    }
    document = next;
  }
  // What was cut off is not at fault.
  if (faults.length === 0) faults.push(...[...document!.errors, ...document!.warnings].map(toFault));
  return { document, faults };
}

interface TokenOptions {
  lines: LineCounter;
  onTooDeep: (offset: number) => void;
}

/** What the library's own parser yields, as far as it is not too deep. */
function* tokens(text: string, { lines, onTooDeep }: TokenOptions): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > maxDepth) {
      onTooDeep(parser.offset);
      return;
    }
  }
  yield* parser.end();
}

/** The library's own words, made plain where they are not, and cut before what they quote of the text. */
function toFault({
  code,
  message,
  pos,
}: {
  code: string;
  message: string;
  pos: readonly number[];
}): YamlFault {
  const [offset = 0] = pos;
  if (code === 'TAB_AS_INDENT') return { offset, message: 'expected spaces as indentation, found a tab' };
  const [words] = message.split(/[:\n]/, 1);
  return { offset, message: `not valid YAML: ${words}` };
}
