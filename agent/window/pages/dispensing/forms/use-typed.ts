// What a person typed into a form: kept until it is saved or discarded, with the names of the fields that were refused.
import { useState } from 'preact/hooks'
import type { Answer, Refusal } from '../../../bridge.ts'

export interface Typed<T> {
  readonly typed: T
  readonly isChanged: boolean
  readonly set: (change: Partial<T>) => void
  /** Of a function of what is there, where several may come at once. */
  readonly update: (change: (typed: T) => T) => void
  readonly isWrong: (field: keyof T & string) => boolean
  readonly refuse: (fields: readonly string[]) => void
}

export function useTyped<T extends object>(given: T): Typed<T> {
  const [initial] = useState(given)
  const [typed, setTyped] = useState(given)
  const [wrong, setWrong] = useState<readonly string[]>([])
  return {
    typed,
    isChanged: JSON.stringify(typed) !== JSON.stringify(initial),
    set: (change) => {
      setTyped((last) => ({ ...last, ...change }))
      // What was said is of what stood there.
      setWrong((fields) => fields.filter((field) => !Object.hasOwn(change, field)))
    },
    update: setTyped,
    isWrong: (field) => wrong.includes(field),
    refuse: setWrong,
  }
}

/** `body.directions.2` is of the field `directions`. Empty: it names none. */
export function refusedFields(answer: Refusal | Answer<'enterPatient'>): readonly string[] {
  if (answer.ok || answer.code !== 'invalid') return []
  return (answer.fields ?? []).flatMap((path) => path.split('.')[1] ?? [])
}
