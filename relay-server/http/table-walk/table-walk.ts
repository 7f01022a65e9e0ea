// Test support: walks an endpoint table and makes a test of every refusal that follows from it.
//
//   const site = { baseUrl, tokens, badTokens, internalKey: null, calls: { listCustomers: () => ({ params: null, … }), … } }
//   test.each(walkTable(storeApi, () => site))('$name', ({ run }) => run())
//
// `site` is asked when a test runs, so beforeAll may fill it. relay-server/auth/test-tokens.ts makes the tokens.
// For every endpoint: the valid call succeeds; no token, bad tokens, roles not listed, callers from elsewhere; every
// field with wrong types, out of range, missing, unknown and odd (NUL, quotes); too large, broken JSON, another content type, another
// method, no If-Match. No reply is ever a 500, and each is problem details with a documented code.
import type { Endpoint, EndpointTable } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { WalkCall, WalkServer } from './call.ts'
import { rulesFor } from './rules.ts'

export interface WalkSite<T extends EndpointTable> extends WalkServer {
  /** Asked anew for every test whose call may be carried out, and after it: it may work only once. Others share one. */
  readonly calls: { readonly [K in keyof T]: () => WalkCall<T[K]> | Promise<WalkCall<T[K]>> }
}

export interface WalkCase {
  readonly name: string
  /** Whether its call may be carried out; all others are refused and change nothing. */
  readonly usesCall: boolean
  /** Throws an Error in words, naming each faulty reply. */
  run(): Promise<void>
}

export function walkTable<T extends EndpointTable>(table: T, site: () => WalkSite<T>): WalkCase[] {
  return Object.entries(table).flatMap(([key, entry]) => {
    let kept: WalkCall<Endpoint> | null = null
    return rulesFor(entry).map(({ text, check, usesCall }) => ({
      name: `${entry.method} ${entry.path}: ${text}`,
      usesCall,
      run: async () => {
        const server = site()
        const call = (usesCall ? null : kept) ?? (await callOf(server, key))
        kept = usesCall ? null : call
        await check({ entry, server, call, methodsTaken: methodsOf(table, entry.path) })
      },
    }))
  })
}

async function callOf<T extends EndpointTable>(
  { calls }: WalkSite<T>,
  key: string,
): Promise<WalkCall<Endpoint>> {
  const makeCall: (() => unknown) | undefined = calls[key]
  if (makeCall === undefined) throw new Error(`calls.${key} is missing`)
  // Typed by the table where it was written down.
  return (await makeCall()) as WalkCall<Endpoint>
}

function methodsOf(table: EndpointTable, path: string): ReadonlySet<string> {
  // A parameter of another endpoint may stand where this path has a word.
  const shape = (text: string): RegExp => new RegExp(`^${text.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const same = Object.values(table).filter((other) => shape(other.path).test(path))
  return new Set(same.map((other) => other.method))
}
