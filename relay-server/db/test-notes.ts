// What the tests of this folder share: the table they write to, a bounded wait, a temp folder that goes away.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Generated } from 'kysely'
import { onTestFinished } from 'vitest'

export interface NotesSchema {
  notes: { id: Generated<number>; title: string; writtenAt: Date; day: string | null }
}

export const notesMigrations = join(import.meta.dirname, 'test-migrations')

/** A folder that only its owner may enter, removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'relay-db-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Asks until the answer is true, at most 10 s; fails the test by its text otherwise. */
export async function until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within 10 s`)
    await delay(20)
  }
}

/** True while the process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
