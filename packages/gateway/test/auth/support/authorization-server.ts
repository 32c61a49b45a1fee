import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { onTestFinished } from 'vitest';
import type { JwtAuth } from '../../../src/auth/auth-options.js';

export interface TokenOptions {
  sub?: string | undefined;
  scope?: string;
  groups?: readonly string[];
  audience?: string;
  issuer?: string;
  /** @default '5m' */
  expires?: string | number | undefined;
  alg?: string;
  claims?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
}

export interface AuthorizationServer {
  readonly jwt: JwtAuth;
  /** Requests for the keys. */
  readonly fetches: number;
  isDown: boolean;
  token(options?: TokenOptions): Promise<string>;
  bearer(options?: TokenOptions): Promise<{ Authorization: string }>;
}

export const resource = 'http://mcp.example/mcp';

/** Publishes a key on a port of its own and signs tokens with it, until the test is over. */
export async function startAuthorizationServer(more: Partial<JwtAuth> = {}): Promise<AuthorizationServer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  const state = { fetches: 0, isDown: false };
  const http = createServer((_, res) => {
    state.fetches += 1;
    if (state.isDown) res.writeHead(500).end();
    else res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => {
      http.close(resolve);
      http.closeAllConnections();
    });
  });
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const jwt: JwtAuth = { resource, issuer: `${base}/`, jwks: `${base}/keys`, ...more };

  const token = async (options: TokenOptions = {}): Promise<string> => {
    const { scope, groups, claims = {}, alg = 'ES256', key = privateKey } = options;
    const body = { ...(scope !== undefined && { scope }), ...(groups && { groups }), ...claims };
    const signed = new SignJWT(body)
      .setProtectedHeader({ alg, kid: 'k1' })
      .setIssuer(options.issuer ?? jwt.issuer)
      .setAudience(options.audience ?? resource)
      .setIssuedAt();
    const sub = 'sub' in options ? options.sub : 'ada';
    if (sub !== undefined) signed.setSubject(sub);
    const expires = 'expires' in options ? options.expires : '5m';
    if (expires !== undefined) signed.setExpirationTime(expires);
    return signed.sign(key);
  };
  return {
    jwt,
    get fetches() {
      return state.fetches;
    },
    get isDown() {
      return state.isDown;
    },
    set isDown(isDown) {
      state.isDown = isDown;
    },
    token,
    bearer: async (options) => ({ Authorization: `Bearer ${await token(options)}` }),
  };
}
