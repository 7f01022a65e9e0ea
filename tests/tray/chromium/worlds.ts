// What the page's own world and the preload's world say to each other, as events that carry text.
import { encode } from './codec.ts'

/** What a preload exposes, without what only its own world may hold. */
export type Shape =
  | { readonly kind: 'function'; readonly id: number }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Shape])[] }
  | { readonly kind: 'value'; readonly text: string }

export interface Exposed {
  readonly key: string
  readonly shape: Shape
}

export interface Call {
  readonly call: number
  readonly id: number
  readonly args: string
}

export interface Settled {
  readonly call: number
  readonly isDone: boolean
  /** The result, or the words of the error. */
  readonly text: string
}

export const EVENTS = {
  expose: 'fake-electron:expose',
  call: 'fake-electron:call',
  settle: 'fake-electron:settle',
} as const

export function say(event: string, detail: Exposed | Call | Settled): void {
  dispatchEvent(new CustomEvent(event, { detail: JSON.stringify(detail) }))
}

export function hear<Detail>(event: string, listen: (detail: Detail) => void): void {
  addEventListener(event, (heard) => {
    // Both ends are bundled from this file.
    if (heard instanceof CustomEvent) listen(JSON.parse(String(heard.detail)) as Detail)
  })
}

export function shapeOf(value: unknown, register: (run: (...args: unknown[]) => unknown) => number): Shape {
  if (typeof value === 'function')
    return { kind: 'function', id: register(value as (...args: unknown[]) => unknown) }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value).map(([key, child]) => [key, shapeOf(child, register)] as const)
    return { kind: 'object', entries }
  }
  return { kind: 'value', text: encode(value) }
}
