/** Who clients are. Rules: docs/reference/auth.md. */
export interface AuthOptions {
  /** Over HTTP: bearer tokens of an authorization server. */
  readonly jwt?: JwtAuth;
  /** Over HTTP: a proxy that has found out who the client is. Not together with `jwt`. */
  readonly proxy?: ProxyAuth;
  /** Let requests in that name nobody; rules of access treat them as nobody. @default false where `jwt` or `proxy` is given */
  readonly anonymous?: boolean;
  /** What the user of a stdio gateway may. */
  readonly local?: LocalUser;
}

/** Signed access tokens (RFC 9068), checked here: no request leaves for it but those for the keys. */
export interface JwtAuth {
  /** The address under which clients know the gateway, like `https://mcp.example/mcp`; several upstreams follow it: `…/mcp/<name>`. */
  readonly resource: string;
  /** `iss` of the tokens, letter by letter; also named to clients as their authorization server. */
  readonly issuer: string;
  /** Where the authorization server publishes its keys. `https`, or `http` on this machine. */
  readonly jwks: string;
  /** One of these must be in `aud`. @default the resource that is asked */
  readonly audience?: readonly string[];
  /** Signature algorithms that count. @default RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA */
  readonly algorithms?: readonly string[];
  /** Scopes without which nothing is served. @default [] */
  readonly scopes?: readonly string[];
  /** The claim that lists groups: a name, or a path like `realm_access.roles`. @default 'groups' */
  readonly groupsClaim?: string;
  /** How far clocks may be apart, in seconds. @default 5 */
  readonly clockToleranceS?: number;
}

/** A proxy that authenticates users and says in headers who they are. */
export interface ProxyAuth {
  /** Addresses and ranges that the proxy speaks from. Headers from elsewhere are ignored. */
  readonly from: readonly string[];
  /** Header with the user, like `X-Forwarded-User`. */
  readonly user: string;
  /** Header with the groups, separated by commas. */
  readonly groups?: string;
}

/** Rights of whoever runs a stdio gateway. */
export interface LocalUser {
  /** @default [] */
  readonly groups?: readonly string[];
  /** @default [] */
  readonly scopes?: readonly string[];
}
