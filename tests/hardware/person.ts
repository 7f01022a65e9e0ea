// What a person is asked: which answers there are, which one is meant by Enter, and what was answered.
import type { Answer } from './run-record.ts'

/** What the question is about, for whoever answers without eyes. */
export type Subject =
  | { readonly kind: 'label'; readonly mark: string }
  | { readonly kind: 'parts'; readonly marks: readonly string[] }
  | { readonly kind: 'twice'; readonly marks: readonly string[] }
  | { readonly kind: 'condition'; readonly conditions: readonly string[] }
  | { readonly kind: 'other' }

export interface Question {
  /** `label-3`; names it in a file of answers. */
  readonly id: string
  readonly text: string
  /** By answer: its words. Empty: any text. */
  readonly choices: Readonly<Record<string, string>>
  /** What Enter means; null: it skips. */
  readonly usual: string | null
  readonly about: Subject
}

/** Something to do at the printer. */
export interface Task {
  readonly id: 'take-paper' | 'put-paper' | 'power-ready' | 'power-on'
  readonly text: string
  /** Of the label that is printed next. */
  readonly nextBytes: number
}

export interface Person {
  /** For the report. */
  readonly who: string
  /** One of the choices, or a text; null: skipped. */
  answer(question: Question): Promise<string | null>
  /** False: it was not done. */
  act(task: Task): Promise<boolean>
}

/** Keeps every answer for the report. */
export class Interview {
  readonly #person: Person
  readonly #answers: Answer[] = []

  constructor(person: Person) {
    this.#person = person
  }

  get who(): string {
    return this.#person.who
  }

  answers(): readonly Answer[] {
    return this.#answers
  }

  async ask(question: Question): Promise<string | null> {
    const given = await this.#person.answer(question)
    const { id, text, choices } = question
    const answer = given === null || Object.keys(choices).length === 0 ? given : (choices[given] ?? given)
    this.#answers.push({ id, question: text, answer })
    return given
  }

  async act(task: Task): Promise<boolean> {
    const isDone = await this.#person.act(task)
    this.#answers.push({ id: task.id, question: task.text, answer: isDone ? 'done' : null })
    return isDone
  }
}
