// The list of erased patients after a restore: what this machine had, what the backup had and what a person brought, all together.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Lines are added, none goes: a patient who is named twice is erased once. */
export function mergeErasures(
  folder: string,
  fromBackup: Readonly<Record<string, string>>,
  brought: string | null,
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const others = brought === null || brought === folder ? {} : listsIn(brought)
  for (const lists of [fromBackup, others])
    for (const [name, text] of Object.entries(lists)) {
      const file = path.join(folder, name)
      const own = existsSync(file) ? readFileSync(file, 'utf8') : ''
      writeFileSync(file, mergedLines(own, text), { mode: 0o600, flush: true })
    }
}

export function mergedLines(one: string, other: string): string {
  const ids = new Set(`${one}\n${other}`.split('\n').filter((line) => line !== ''))
  return `${[...ids].join('\n')}\n`
}

function listsIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )
}
