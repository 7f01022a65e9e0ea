// Test support: the rules that an endpoint's description implies, first of all about who may call it.
import { SHOP_ROLES, rolesThatMay } from '@pharmacy-relay/shared/api/access.ts'
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { checkEach, refusal, rule, usingRule, validProbe, type Rule, type Walked } from './call.ts'
import { inputRules } from './input-rules.ts'
import { sendProbe } from './probe.ts'

/** Those that apply to the endpoint. */
export function rulesFor(entry: Endpoint): Rule[] {
  return [...accessRules(entry), ...inputRules(entry)]
}

function accessRules(entry: Endpoint): Rule[] {
  const { access } = entry
  const always = [
    usingRule('the valid call succeeds', succeeds),
    rule('another method is not found', otherMethods),
  ]
  if (access === 'public') return always
  if (access === 'visitor') return [...always, ...visitorRules]
  if (access === 'internal-key') return [...always, rule('without the right key it is refused', wrongKeys)]
  if (access === 'scanner')
    return [
      ...always,
      rule('without a token it is refused', noToken),
      rule('bad tokens are refused', badTokens),
      rule('tokens of people and services are refused', noScanner),
    ]
  const allowed = new Set(rolesThatMay(entry))
  return [
    ...always,
    rule('without a token it is refused', noToken),
    rule('bad tokens are refused', badTokens),
    ...UserRole.options.map((role) =>
      allowed.has(role)
        ? usingRule(`the role ${role} is let in`, (walked) => letIn(walked, role))
        : rule(`the role ${role} is refused`, (walked) => wrongRole(walked, role)),
    ),
    ...(entry.recentSignIn ? [rule('after an older sign-in it is refused', olderSignIn)] : []),
    rule('callers from elsewhere are refused', outsiders),
  ]
}

const visitorRules: readonly Rule[] = [
  rule('without a token it is refused', noToken),
  rule('bad tokens are refused', badTokens),
  rule('bad tokens of baskets are refused', badBaskets),
  usingRule('a stranger with a basket is let in', strangerIn),
  ...UserRole.options.map((role) =>
    SHOP_ROLES.some((one) => one === role)
      ? usingRule(`the role ${role} is let in`, (walked) => letIn(walked, role))
      : rule(`the role ${role} is refused`, (walked) => wrongRole(walked, role)),
  ),
]

async function badBaskets(walked: Walked): Promise<void> {
  await checkEach(['', 'x', 'x'.repeat(44), `${'x'.repeat(42)}/`], async (token) => {
    await refusal(walked, { authorization: null, 'x-cart-token': token }, 'token_invalid')
  })
}

async function strangerIn(walked: Walked): Promise<void> {
  const probe = validProbe(walked)
  const { authorization: _mine, ...headers } = probe.headers
  const reply = await sendProbe({ ...probe, headers: { ...headers, 'x-cart-token': 'a'.repeat(43) } })
  if (reply.status === 401 || reply.status === 403) throw new Error(`got ${reply.status}`)
}

async function succeeds({ entry, ...walked }: Walked): Promise<void> {
  const reply = await sendProbe(validProbe({ entry, ...walked }))
  const { status, schema, bytes } = entry.reply
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status} ${reply.text.slice(0, 300)}`)
  if (bytes !== undefined) {
    const type = reply.headers.get('content-type')
    if (type !== bytes || reply.text === '') throw new Error(`expected ${bytes}, got ${type}`)
  } else if (schema !== null) schema.parse(JSON.parse(reply.text))
  else if (reply.text !== '') throw new Error('expected an empty reply')
}

async function otherMethods(walked: Walked): Promise<void> {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
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

async function noScanner(walked: Walked): Promise<void> {
  await checkEach(Object.values(walked.server.tokens), async (token) => {
    await refusal(walked, { authorization: `Bearer ${token}` }, 'token_invalid')
  })
}

async function wrongRole(walked: Walked, role: UserRole): Promise<void> {
  await refusal(walked, { authorization: `Bearer ${walked.server.tokens[role]}` }, 'role_not_allowed')
}

async function olderSignIn(walked: Walked): Promise<void> {
  await refusal(walked, { authorization: `Bearer ${walked.server.olderSignIn ?? ''}` }, 'sign_in_again')
}

/** Whatever the endpoint answers then: one that works once finds nothing for the second. */
async function letIn(walked: Walked, role: UserRole): Promise<void> {
  const { status } = await sendProbe(validProbe({ ...walked, call: { ...walked.call, role } }))
  if (status === 401 || status === 403) throw new Error(`got ${status}`)
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
