/** Who asks. Made by the `identify` stage, never from anything that a client merely claims. */
export interface Principal {
  id: string;
  claims?: Readonly<Record<string, unknown>>;
}
