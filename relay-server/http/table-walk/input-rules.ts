// Test support: the rules about what a caller sends: fields, body, content type, size, version.
import type { z } from 'zod'
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { isReader } from '@pharmacy-relay/shared/wire.ts'
import { checkEach, recordOf, refusal, rule, usingRule, validProbe, type Rule, type Walked } from './call.ts'
import { SIGNATURE_HEADER } from '../signature-header.ts'
import { expectDocumented, expectFaultAt, expectRefusal, sendProbe } from './probe.ts'
import { UNKNOWN_FIELD, oddInputs, wrongInputs, type WrongInput } from './wrong-values.ts'

export function inputRules(entry: Endpoint): Rule[] {
  const { params, query, body, versioned, idempotent, stream, signed } = entry
  return [
    ...(params === null ? [] : [rule('wrong parameters are refused', wrongParams)]),
    rule('wrong query fields are refused', query === null ? unaskedQuery : wrongQuery),
    ...(params === null && query === null && body === null
      ? []
      : [usingRule('odd texts break nothing', oddTexts)]),
    ...(versioned ? [rule('without a version in If-Match it is refused', wrongVersions)] : []),
    ...(idempotent ? idempotencyRules : []),
    ...(body === null ? [] : bodyRules),
    ...(stream ? streamRules : []),
    ...(signed ? signedRules : []),
  ]
}

const bodyRules: readonly Rule[] = [
  rule('wrong body fields are refused', wrongBody),
  rule('a body that is no JSON is refused', brokenJson),
  rule('a body of another content type is refused', otherContentTypes),
  rule('a body that is too large is refused', tooLarge),
]

const idempotencyRules: readonly Rule[] = [
  rule('without an Idempotency-Key it is refused', wrongKeys),
  usingRule('the same key has the same answer, byte for byte', sameKeyAgain),
  usingRule('the key of another request is refused', keyOfAnother),
]

const streamRules: readonly Rule[] = [
  rule('a body of another content type is refused', otherContentTypes),
  rule('a body that is too large is refused', tooLargeStream),
]

const signedRules: readonly Rule[] = [
  rule('a body that is not the one that was signed is refused', notWhatWasSigned),
  rule('a body of another content type is refused', noJsonType),
  rule('a body that is too large is refused', tooLargeStream),
]

async function notWhatWasSigned(walked: Walked): Promise<void> {
  const valid = validProbe(walked)
  await checkEach([null, '', 't=1,v1=00', 'x'.repeat(1_000)], async (signature) => {
    await refusal(walked, { [SIGNATURE_HEADER]: signature }, 'request_refused')
  })
  const signed = typeof valid.body === 'string' ? valid.body : ''
  for (const body of [`${signed} `, ''])
    expectRefusal(walked.entry, await sendProbe({ ...valid, body }), 'request_refused')
}

async function noJsonType(walked: Walked): Promise<void> {
  await checkEach(['text/plain', 'application/x-www-form-urlencoded'], async (type) => {
    await refusal(walked, { 'content-type': type }, 'request_refused')
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
  const { body: schema } = entry
  // Between services a value that is not known may be of a later version; any other body is refused for it.
  const isLater = ({ input }: WrongInput): boolean => isReader(schema) && schema.safeParse(input).success
  const wrong = wrongInputs(schema, call.body).filter((one) => isSendable(one) && !isLater(one))
  await checkEach(wrong, async ({ input, path }) => {
    const reply = await sendProbe({ ...validProbe(walked), body: JSON.stringify(input) })
    expectFaultAt(expectRefusal(entry, reply, 'invalid'), ['body', ...path])
  })
}

async function oddTexts(walked: Walked): Promise<void> {
  const { entry, call } = walked
  const odd = (schema: z.ZodType | null, valid: unknown): WrongInput[] =>
    schema === null ? [] : oddInputs(schema, valid)
  const probes = [
    ...odd(entry.params, call.params).map((wrong) => ({
      ...wrong,
      changed: { params: recordOf(wrong.input) },
    })),
    ...odd(entry.query, call.query ?? {}).map((wrong) => ({
      ...wrong,
      changed: { query: recordOf(wrong.input) },
    })),
    ...odd(entry.body, call.body).map((wrong) => ({ ...wrong, changed: { body: wrong.input } })),
  ]
  await checkEach(probes, async ({ changed }) => {
    const { status, text, problem } = await sendProbe(
      validProbe({ ...walked, call: { ...call, ...changed } }),
    )
    if (status >= 500) throw new Error(`got ${status} ${text.slice(0, 300)}`)
    if (problem !== null) expectDocumented(entry, problem)
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

async function tooLargeStream(walked: Walked): Promise<void> {
  const body = 'x'.repeat(walked.entry.maxBodyBytes + 1)
  expectRefusal(walked.entry, await sendProbe({ ...validProbe(walked), body }), 'too_large')
}

async function wrongVersions(walked: Walked): Promise<void> {
  await refusal(walked, { 'if-match': null }, 'version_required')
  await checkEach(['1', '*', 'W/"1"', '"x"', '"99999999999"'], async (version) => {
    await refusal(walked, { 'if-match': version }, 'request_refused')
  })
}

async function wrongKeys(walked: Walked): Promise<void> {
  await checkEach([null, '', 'x', '42', 'x'.repeat(64)], async (key) => {
    await refusal(walked, { 'idempotency-key': key }, 'request_refused')
  })
}

async function sameKeyAgain(walked: Walked): Promise<void> {
  const probe = validProbe(walked)
  const [first, again] = [await sendProbe(probe), await sendProbe(probe)]
  if (first.status !== walked.entry.reply.status) throw new Error(`got ${first.status} ${first.text}`)
  if (again.status !== first.status || again.text !== first.text)
    throw new Error(`got ${first.text}, then ${again.status} ${again.text}`)
}

async function keyOfAnother(walked: Walked): Promise<void> {
  if (walked.call.otherBody === undefined) throw new Error('otherBody is missing')
  const probe = validProbe(walked)
  await sendProbe(probe)
  const reply = await sendProbe({ ...probe, body: JSON.stringify(walked.call.otherBody) })
  expectRefusal(walked.entry, reply, 'invalid')
}

// A path has the parameters that it has, and all of it is text.
const isSendablePath = ({ path, fault, value }: WrongInput): boolean =>
  path.length > 0 && fault !== 'is unknown' && typeof value === 'string' && value !== ''
const isSendableQuery = ({ path, value }: WrongInput): boolean =>
  path.length > 0 && (value === undefined || typeof value === 'string')
// A bare text or number is no JSON document of an API: `brokenJson` sends one.
const isSendable = ({ input }: WrongInput): boolean => typeof input === 'object' && input !== null
