// A form that waits until its person has proved who he is: where it is sent to, and what was typed into it.
import { z } from 'zod'
import { returnPath } from '../../session/return-to.ts'

export interface KeptForm {
  /** A path of this site. */
  readonly action: string
  readonly fields: readonly KeptField[]
}

export interface KeptField {
  readonly name: string
  readonly value: string
}

const PREFIX = 'kept.'
const NAME = /^[A-Za-z][\w-]{0,39}$/
/** They belong to one sending of the form, or are nothing to be written into a page. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'csrf',
  'password',
  'oldPassword',
  'newPassword',
  'repeat',
  'code',
])
const Fields = z.record(z.string(), z.unknown())

/** Of a form that was posted. Null when its address is none of this site. */
export function keptForm(path: string, body: unknown): KeptForm | null {
  return keptOf(path, fieldsOf(body))
}

/** As the page that asks sends it back. Null when nothing was kept. */
export function keptFormIn(body: unknown): KeptForm | null {
  const all = fieldsOf(body)
  const action = all.find(({ name }) => name === 'action')?.value ?? ''
  const kept = all.filter(({ name }) => name.startsWith(PREFIX))
  return keptOf(
    action,
    kept.map(({ name, value }) => ({ name: name.slice(PREFIX.length), value })),
  )
}

function keptOf(path: string, fields: readonly KeptField[]): KeptForm | null {
  const action = returnPath(path)
  if (action === null) return null
  return { action, fields: fields.filter(({ name }) => NAME.test(name) && !NOT_KEPT.has(name)) }
}

/** The name under which a field stands on the page that asks. */
export function keptName(name: string): string {
  return `${PREFIX}${name}`
}

function fieldsOf(body: unknown): KeptField[] {
  const parsed = Fields.safeParse(body)
  if (!parsed.success) return []
  return Object.entries(parsed.data).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [{ name, value: one }] : [])),
  )
}
