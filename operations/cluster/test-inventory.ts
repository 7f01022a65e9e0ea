// For tests: the inventory of docs/several-machines.md, and others that differ from it by some lines.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { tree } from '../machine/programs.ts'
import type { Inventory } from './inventory.ts'
import { readInventory } from './read-inventory.ts'

/** As the page has it. Throws Error when it has none. */
export function shownInventory(): string {
  const page = readFileSync(path.join(tree, 'docs/several-machines.md'), 'utf8')
  const text = /```conf\n([^]*?)```/.exec(page)?.[1]
  if (text === undefined) throw new Error('the page shows no inventory')
  return text
}

/** With lines in place of those of the same name, or behind all. Null: without the line. */
export function inventoryText(changes: Readonly<Record<string, string | null>> = {}): string {
  const lines = shownInventory()
    .split('\n')
    .filter((line) => !(line.slice(0, line.indexOf('=')) in changes))
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [`${name}="${value}"`],
  )
  return [...lines, ...added].join('\n')
}

export function inventoryWith(changes: Readonly<Record<string, string | null>> = {}): Inventory {
  return readInventory(inventoryText(changes))
}
