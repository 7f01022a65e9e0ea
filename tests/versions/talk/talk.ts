// A recorded talk: JSON lines, first what it is and how it is made, then what was done and said, in the order in which it was.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const Side = z.enum(['asker', 'host'])
/** Of two that talk: who connects (agent, sender of labels), and who takes connections (hub, receiver of labels). */
export type Side = z.infer<typeof Side>

const Line = z.union([
  /** What the rig had one of them do, so that it spoke. */
  z.strictObject({ at: Side, does: z.string(), with: z.unknown() }),
  /** The asker connects, with what it says of itself. */
  z.strictObject({ connects: z.unknown() }),
  /** One says something: an event with arguments, or a frame. `n` is named by its reply. */
  z.strictObject({ n: z.int(), from: Side, says: z.string(), with: z.unknown() }),
  z.strictObject({ from: Side, answers: z.int(), with: z.unknown() }),
  /** What the host understood: what it told its registry, or whoever asked it. */
  z.strictObject({ host: z.string(), understood: z.unknown() }),
  z.strictObject({ ends: Side }),
])
export type Line = z.infer<typeof Line>

const Head = z.strictObject({
  talk: z.string(),
  protocol: z.int(),
  made: z.string(),
  /** For this talk alone: what was signed when it was recorded is signed anew by whoever plays it. */
  keys: z.array(z.strictObject({ certificate: z.string(), privateKey: z.string() })),
})
type Head = z.infer<typeof Head>
export type TestKey = Head['keys'][number]

export interface Talk {
  readonly head: Head
  readonly lines: readonly Line[]
}

/** Set by `npm run record-talk`, which writes the talks of this version anew. */
export const isRecording = process.env['MODE'] === 'record'

export function readTalk(name: string): Talk {
  const [head, ...lines] = readFileSync(fileOf(name), 'utf8').trimEnd().split('\n').map(fromJson)
  return { head: Head.parse(head), lines: z.array(Line).parse(lines) }
}

/** `invented`: what stands in the place of each member of these names. */
export function writeTalk(
  name: string,
  { head, lines, invented = {} }: Talk & { readonly invented?: Readonly<Record<string, unknown>> },
): void {
  const text = (line: unknown, instead: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(line, function (this: unknown, key, value) {
      return Object.hasOwn(instead, key) ? instead[key] : toJson.call(this, key, value)
    })
  writeFileSync(
    fileOf(name),
    `${[text(head, {}), ...lines.map((line) => text(line, invented))].join('\n')}\n`,
  )
}

function fileOf(name: string): string {
  return path.join(import.meta.dirname, `${name}.jsonl`)
}

const Bytes = z.strictObject({ base64: z.string() })

function fromJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    const bytes = Bytes.safeParse(value)
    return bytes.success ? Buffer.from(bytes.data.base64, 'base64') : value
  })
}

/** JSON.stringify has made a Buffer `{ type, data }` before it comes here. */
function toJson(this: unknown, key: string, value: unknown): unknown {
  const before: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : null
  return before instanceof Uint8Array ? { base64: Buffer.from(before).toString('base64') } : value
}
