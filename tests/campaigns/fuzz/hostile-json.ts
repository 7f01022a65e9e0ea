// JSON that nobody well-behaved sends: keys of prototypes, deep nesting, long texts, and values of another kind in any place.
import { z } from 'zod'
import type { Dice } from '../../kit/dice.ts'

export type Json = z.infer<ReturnType<typeof z.json>>
const AnyJson = z.json()

/** Deeper than this a text is longer than what the hub takes. */
const DEEPEST = 60_000
const PROTO = '{"__proto__":{"polluted":1,"ok":true}}'
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\u202Eabc',
  '__proto__',
  'constructor',
  '../..',
  "'; --",
  '0x1',
  '²',
] as const

/** One value as text, for a packet. */
export function hostileJson(random: Dice): string {
  const depth = random.oneOf([10, 1_000, 10_000, DEEPEST])
  return random.oneOf<() => string>([
    () => random.oneOf(['null', 'true', '-1', '1e308', '0.5', '9007199254740993', '1e999', '-0']),
    () => JSON.stringify(hostileText(random)),
    () => random.oneOf(['[]', '{}', '[null]', '[[[]]]', '{"":0}', '{"length":1000000000}']),
    () => PROTO,
    () => '{"constructor":{"prototype":{"polluted":1}}}',
    () => '{"toString":1,"valueOf":1,"hasOwnProperty":1,"toJSON":1,"then":1}',
    () => `{"_placeholder":true,"num":${random.oneOf(['0', '-1', '1e9', '"0"', 'null', '"__proto__"'])}}`,
    () => `${'['.repeat(depth)}${']'.repeat(depth)}`,
    () => `${'{"a":'.repeat(depth / 5)}1${'}'.repeat(depth / 5)}`,
    () => `[${Array.from({ length: 20_000 }, () => '0').join(',')}]`,
    () => `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":0`).join(',')}}`,
  ])()
}

export function hostileText(random: Dice): string {
  if (random.isOneIn(2)) return random.oneOf(TEXTS)
  return random.oneOf(['x', '\u{1F5A8}', '"', '\\', 'ſ']).repeat(random.oneOf([65, 600, 9_000, 30_000]))
}

/** The text of `value` with one to three places changed, keys of prototypes among them. */
export function mutated(value: unknown, random: Dice): string {
  let text = JSON.stringify(value)
  for (let times = 1 + random.int(3); times > 0; times -= 1) text = replacedOnce(text, random)
  return text
}

function replacedOnce(text: string, random: Dice): string {
  const places = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!:)|\b\d+\b|null|true|false|\[\]|\{(?=")/g)]
  const place = places[random.int(places.length)]
  if (place === undefined) return text
  const [before, after] = [text.slice(0, place.index), text.slice(place.index + place[0].length)]
  // An object keeps what it has, and gets a key more.
  const extra = random.oneOf([
    PROTO.slice(0, -1),
    '{"constructor":{"prototype":{}}',
    '{"extra":1',
    '{"x":[[[[]]]]',
  ])
  return place[0] === '{' ? `${before}${extra},${after}` : `${before}${hostileJson(random)}${after}`
}

/** The text of a list that is too short or too long. */
export function wrongCount(args: readonly unknown[], random: Dice): string {
  const fewer = random.isOneIn(2) ? args.slice(0, random.int(args.length + 1)) : args
  const more = Array.from({ length: random.oneOf([0, 1, 2, 50, 5_000]) }, () =>
    AnyJson.parse(random.oneOf<Json>([null, 0, '', [], {}])),
  )
  return JSON.stringify([...fewer, ...more])
}
