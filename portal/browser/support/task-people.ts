// On the page of a support task: who else looks at it and who writes, and that somebody writes here.
import { WRITING_AGAIN_MS } from '@pharmacy-relay/shared/api/support/presence-times.ts'

const TIMEOUT_MS = 5_000
/** More names are no line any more. */
const MOST_SHOWN = 6

interface Person {
  readonly name: string
  readonly isComputer: boolean
  readonly isWriting: boolean
}

const place = (): HTMLElement | null => document.getElementById('task-people')

/** For the address of the stream: which task the page is of. */
export function taskOfPage(): string {
  const task = place()?.dataset['task']
  return task === undefined ? '' : `&task=${encodeURIComponent(task)}`
}

export function showPeople(data: unknown): void {
  const element = place()
  const people = parsePeople(data)
  if (element === null || people === null) return
  const text = people
    .slice(0, MOST_SHOWN)
    .map((person) => textOf(element, person))
    .join(' · ')
  // A screen reader speaks every change.
  if (element.textContent !== text) element.textContent = text
}

function textOf(element: HTMLElement, { name, isComputer, isWriting }: Person): string {
  const word = isComputer ? 'computer' : isWriting ? 'writes' : 'looks'
  // The name may be of another direction than the words. As a function: `$&` in a name is no pattern.
  return (element.getAttribute(`data-text-${word}`) ?? '').replace('{name}', () => `\u2068${name}\u2069`)
}

/** Null when the data is not what the portal sends. */
export function parsePeople(data: unknown): Person[] | null {
  if (typeof data !== 'string') return null
  try {
    const told: unknown = JSON.parse(data)
    const people: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, 'people') : null
    return Array.isArray(people) ? people.flatMap((one: unknown) => personOf(one) ?? []) : null
  } catch {
    return null
  }
}

function personOf(value: unknown): Person | null {
  if (typeof value !== 'object' || value === null) return null
  const of = (field: keyof Person): unknown => Reflect.get(value, field)
  const name = of('name')
  if (typeof name !== 'string') return null
  return { name, isComputer: of('isComputer') === true, isWriting: of('isWriting') === true }
}

/** Tells of letters in the message at most every few seconds; one that does not arrive is missed by nobody. */
export function listenForTyping(): void {
  let toldAt = Number.NEGATIVE_INFINITY
  document.addEventListener('input', ({ target }) => {
    const address = place()?.dataset['typing']
    if (address === undefined || !(target instanceof HTMLTextAreaElement) || target.name !== 'text') return
    const now = performance.now()
    if (now - toldAt < WRITING_AGAIN_MS) return
    toldAt = now
    const csrf = target.form?.querySelector<HTMLInputElement>('input[name="csrf"]')?.value ?? ''
    void fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ csrf }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
  })
}
