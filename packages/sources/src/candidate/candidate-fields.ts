/**
 * Where a candidate's fields stand in a row of CSV or in an object of JSON. In JSON a name that begins with `/` is a pointer
 * (RFC 6901) into the object, such as `/owner/login`, unless there is a property of that very name.
 */
export interface CandidateFields {
  /**
   * The column or property with the value. CSV: may be left out when there is one column only.
   * @default CSV: the only column; JSON: `value`
   */
  column?: string;
  /** @default JSON without `column`: `title`; else none */
  title?: string;
  /** @default JSON without `column`: `description`; else none */
  description?: string;
  /** A cell or string holds several aliases separated by `|`; JSON may have an array. @default as `title` */
  aliases?: string;
  /** @default as `title` */
  weight?: string;
  /** @default as `title` */
  group?: string;
}
