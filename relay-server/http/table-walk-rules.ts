// Test support: the rules that an endpoint's description implies, each a check against the running server.
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { expectFaultAt, expectRefusal, sendProbe, type Probe } from './table-walk-probe.ts'
import type { WalkCall, WalkServer } from './table-walk.ts'
import { UNKNOWN_FIELD, wrongInputs, type WrongInput } from './wrong-values.ts'

/** What the rules of one endpoint work with. */
export interface Walked {
  readonly entry: Endpoint
  readonly server: WalkServer
  readonly call: WalkCall<Endpoint>
  /** The methods that the table has for this path. */
  readonly methodsTaken: ReadonlySet<string>
}

export interface Rule {
  readonly words: string
  /** Throws an Error in words. */
  check(walked: Walked): Promise<void>
}

/** Those that apply to the endpoint. */
export function rulesFor(entry: Endpoint): Rule[] {
  return [...accessRules(entry), ...inputRules(entry)]
}

function accessRules({ access }: Endpoint): Rule[] {
  const always = [
    rule('the valid call succeeds', succeeds),
    rule('another method is not found', otherMethods),
  ]
  if (access === 'public') return always
  if (access === 'internal-key') return [...always, rule('without the right key it is refused', wrongKeys)]
  const refused = access === 'signed-in' ? [] : UserRole.options.filter((role) => !access.includes(role))
  return [
    ...always,
    rule('without a token it is refused', noToken),
    rule('bad tokens are refused', badTokens),
    ...refused.map((role) => rule(`the role ${role} is refused`, (walked) => wrongRole(walked, role))),
    rule('callers from elsewhere are refused', outsiders),
  ]
}

function inputRules({ params, query, body, versioned }: Endpoint): Rule[] {
  return [
    ...(params === null ? [] : [rule('wrong parameters are refused', wrongParams)]),
    rule('wrong query fields are refused', query === null ? unaskedQuery : wrongQuery),
    ...(versioned ? [rule('without a version in If-Match it is refused', wrongVersions)] : []),
    ...(body === null ? [] : bodyRules),
  ]
}

const bodyRules: readonly Rule[] = [
  rule('wrong body fields are refused', wrongBody),
  rule('a body that is no JSON is refused', brokenJson),
  rule('a body of another content type is refused', otherContentTypes),
  rule('a body that is too large is refused', tooLarge),
]

function rule(words: string, check: Rule['check']): Rule {
  return { words, check }
}

async function succeeds({ entry, ...walked }: Walked): Promise<void> {
  const reply = await sendProbe(validProbe({ entry, ...walked }))
  const { status, schema } = entry.reply
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status} ${reply.text.slice(0, 300)}`)
  if (schema !== null) schema.parse(JSON.parse(reply.text))
  else if (reply.text !== '') throw new Error('expected an empty reply')
}

async function otherMethods(walked: Walked): Promise<void> {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(
    (method) => !walked.methodsTaken.has(method),
  )
  await checkEach(methods, async (method) => {
    const reply = await sendProbe({ ...validProbe(walked), method, body: null })
    if (reply.problem?.code !== 'not_found') throw new Error(`got ${reply.status}`)
  })
}

async function noToken(walked: Walked): Promise<void> {
  await refusal(walked, { authorization: null }, 'token_missing')
}

async function badTokens(walked: Walked): Promise<void> {
  const authorizations = Object.values(walked.server.badTokens).map((token) => `Bearer ${token}`)
  await checkEach(
    [...authorizations, 'Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b'],
    async (authorization) => {
      await refusal(walked, { authorization }, 'token_invalid')
    },
  )
}

async function wrongRole(walked: Walked, role: UserRole): Promise<void> {
  await refusal(walked, { authorization: `Bearer ${walked.server.tokens[role]}` }, 'role_not_allowed')
}

async function wrongKeys(walked: Walked): Promise<void> {
  await checkEach([null, '', 'x', 'x'.repeat(64)], async (key) => {
    await refusal(walked, { 'x-internal-key': key }, 'token_invalid')
  })
  await refusal(walked, { 'x-gateway-stamp': '1' }, 'stamp_and_key')
}

async function outsiders(walked: Walked): Promise<void> {
  await checkEach(walked.call.outsiders ?? [], async ({ who, token, code }) => {
    await refusal(walked, { authorization: `Bearer ${token}` }, code).catch((error: unknown) => {
      throw new Error(`${who}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    })
  })
}

async function wrongParams(walked: Walked): Promise<void> {
  const { entry, call } = walked
  if (entry.params === null) return
  await checkEach(wrongInputs(entry.params, call.params).filter(isSendablePath), async ({ input, path }) => {
    const probe = validProbe({ ...walked, call: { ...call, params: recordOf(input) } })
    expectFaultAt(expectRefusal(entry, await sendProbe(probe), 'invalid'), ['path', ...path])
  })
}

async function wrongQuery(walked: Walked): Promise<void> {
  const { entry, call } = walked
  if (entry.query === null) return
  const valid = call.query ?? {}
  const twice = Object.keys(valid).map((name) => ({
    path: [name],
    fault: 'comes twice',
    value: 'x',
    input: valid,
  }))
  const texts = wrongInputs(entry.query, valid).filter(isSendableQuery)
  await checkEach([...texts, ...twice], async ({ input, path, fault }) => {
    const probe = validProbe({ ...walked, call: { ...call, query: recordOf(input) } })
    const url = fault === 'comes twice' ? `${probe.url}&${path.join('')}=x` : probe.url
    expectFaultAt(expectRefusal(entry, await sendProbe({ ...probe, url }), 'invalid'), ['query', ...path])
  })
}

async function unaskedQuery(walked: Walked): Promise<void> {
  const probe = validProbe(walked)
  const reply = await sendProbe({ ...probe, url: `${probe.url}?${UNKNOWN_FIELD}=1` })
  expectFaultAt(expectRefusal(walked.entry, reply, 'invalid'), ['query', UNKNOWN_FIELD])
}

async function wrongBody(walked: Walked): Promise<void> {
  const { entry, call } = walked
  if (entry.body === null) return
  await checkEach(wrongInputs(entry.body, call.body).filter(isSendable), async ({ input, path }) => {
    const reply = await sendProbe({ ...validProbe(walked), body: JSON.stringify(input) })
    expectFaultAt(expectRefusal(entry, reply, 'invalid'), ['body', ...path])
  })
}

async function brokenJson(walked: Walked): Promise<void> {
  await checkEach(['{', '"text"', '{"a":1}}', '\u0000'], async (body) => {
    expectRefusal(walked.entry, await sendProbe({ ...validProbe(walked), body }), 'request_refused')
  })
}

async function otherContentTypes(walked: Walked): Promise<void> {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']
  await checkEach(types, async (type) => {
    await refusal(walked, { 'content-type': type }, 'request_refused')
  })
}

async function tooLarge(walked: Walked): Promise<void> {
  const body = JSON.stringify({ [UNKNOWN_FIELD]: 'x'.repeat(walked.entry.maxBodyBytes) })
  expectRefusal(walked.entry, await sendProbe({ ...validProbe(walked), body }), 'too_large')
}

async function wrongVersions(walked: Walked): Promise<void> {
  await refusal(walked, { 'if-match': null }, 'version_required')
  await checkEach(['1', '*', 'W/"1"', '"x"', '"99999999999"'], async (version) => {
    await refusal(walked, { 'if-match': version }, 'request_refused')
  })
}

/** The valid call with other header fields (null: without) is refused. */
async function refusal(
  walked: Walked,
  changed: Readonly<Record<string, string | null>>,
  code: ProblemCode,
): Promise<void> {
  const probe = validProbe(walked)
  const headers = Object.entries({ ...probe.headers, ...changed }).filter(([, value]) => value !== null)
  const reply = await sendProbe({
    ...probe,
    headers: Object.fromEntries(headers.map(([n, v]) => [n, v ?? ''])),
  })
  expectRefusal(walked.entry, reply, code)
}

function validProbe({ entry, server, call }: Walked): Probe {
  const params = recordOf(call.params ?? {})
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(textOf(params[name])),
  )
  const given = Object.entries(recordOf(call.query ?? {})).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, textOf(value)])).toString()
  const hasBody = entry.body !== null
  return {
    method: entry.method,
    url: `${server.baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...credentialOf(entry, server, call.role),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(call.version === undefined ? {} : { 'if-match': `"${call.version}"` }),
    },
    body: hasBody ? JSON.stringify(call.body) : null,
  }
}

function credentialOf(
  entry: Endpoint,
  server: WalkServer,
  role: UserRole | undefined,
): Record<string, string> {
  if (entry.access === 'public') return {}
  if (entry.access === 'internal-key') return { 'x-internal-key': server.internalKey ?? '' }
  const first = entry.access === 'signed-in' ? 'Admin' : entry.access[0]
  return { authorization: `Bearer ${server.tokens[role ?? first ?? 'Admin']}` }
}

/** Tries all; throws one Error that names each item whose check failed and why. */
async function checkEach<T>(items: readonly T[], check: (item: T) => Promise<void>): Promise<void> {
  const failures: string[] = []
  for (const item of items) {
    try {
      await check(item)
    } catch (error) {
      failures.push(`${nameOf(item)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null || !('fault' in item))
    return JSON.stringify(item).slice(0, 80)
  const { path, fault } = item as Pick<WrongInput, 'path' | 'fault'>
  return `${path.join('.')} ${fault}`
}

// A path has the parameters that it has, and all of it is text.
const isSendablePath = ({ path, fault, value }: WrongInput): boolean =>
  path.length > 0 && fault !== 'is unknown' && typeof value === 'string' && value !== ''
const isSendableQuery = ({ path, value }: WrongInput): boolean =>
  path.length > 0 && (value === undefined || typeof value === 'string')
// A bare text or number is no JSON document of an API: `brokenJson` sends one.
const isSendable = ({ input }: WrongInput): boolean => typeof input === 'object' && input !== null

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
