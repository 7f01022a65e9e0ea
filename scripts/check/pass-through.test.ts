// What counts as a method that only hands a call on, and what does not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkPassThrough, MAX_PASS_THROUGH, passThroughIn } from './pass-through.ts'

const found = (members: string) => passThroughIn('a.ts', `class A {\n${members}\n}`)

test.each([
  'async send(label: Label) { return this.#queue.send(label) }',
  'async send(label: Label) { await this.#parts.queue.put(label) }',
  'stop(): void { this.timer.stop() }',
  'set(key: string, value: Value) { this.#held.set(key, value) }\n#held = new Held()',
])('found: %s', (member) => {
  expect(found(member)).toEqual([expect.stringMatching(/^a\.ts:2 (send|stop|set) only hands the call on$/)])
})

test.each([
  'send(label: Label) { return this.#queue.send(label, this.#clock) }',
  'send(label: Label) { return this.#queue.send(parsed(label)) }',
  'send(label: Label) { this.#count += 1; this.#queue.send(label) }',
  'send(label: Label) { this.#queue?.send(label) }',
  'send(label: Label) { this.#put(label) }',
  'drain(): void { this.#queue.stop() }',
  'onChange(listener: Listener) { this.#listeners.add(listener) }\nreadonly #listeners = new Set<Listener>()',
  'onExit(listener: Listener) { this.#listeners.push(listener) }\nreadonly #listeners: Listener[] = []',
])('is none: %s', (member) => {
  expect(found(member)).toEqual([])
})

test('as many as the limit may be there, one more is named with all others', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pass-through-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const method = (index: number) => `m${index}(a: string) { this.#b.m(a) }`
  const write = (count: number) =>
    writeFileSync(
      join(root, 'a.ts'),
      `class A {\n${Array.from({ length: count }, (_none, at) => method(at)).join('\n')}\n}`,
    )
  write(MAX_PASS_THROUGH)
  expect(await checkPassThrough(root)).toEqual([])
  write(MAX_PASS_THROUGH + 1)
  expect(await checkPassThrough(root)).toHaveLength(MAX_PASS_THROUGH + 2)
})
