// Writes what was made, and nothing over what a person changed: a list beside the files says how each was when it was written.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { MadeFile } from './made-files.ts'

const LIST = '.made.json'
const PRIVATE_FOLDER = 0o700
const MadeList = z.record(z.string().max(300), z.string().max(64))

export interface FolderState {
  /** Not there yet, or as they were written and now otherwise. */
  readonly toWrite: readonly MadeFile[]
  /** A person changed them; `lines` differ from what would be written. */
  readonly changedByHand: readonly { readonly name: string; readonly lines: number }[]
  /** Written once, and of no machine any more. */
  readonly leftOver: readonly string[]
}

/** What writing would do. Reads only. */
export function folderState(folder: string, files: readonly MadeFile[]): FolderState {
  const written = listIn(folder)
  const differing = files.filter(({ name, text }) => textOf(folder, name) !== text)
  const isChanged = ({ name }: MadeFile): boolean => {
    const text = textOf(folder, name)
    return text !== null && hashOf(text) !== written[name]
  }
  const names = new Set(files.map(({ name }) => name))
  return {
    toWrite: differing.filter((file) => !isChanged(file)),
    changedByHand: differing
      .filter(isChanged)
      .map(({ name, text }) => ({ name, lines: differingLines(textOf(folder, name) ?? '', text) })),
    leftOver: Object.keys(written).filter((name) => !names.has(name) && textOf(folder, name) !== null),
  }
}

/** Written once, and not there any more. */
export function lostFiles(folder: string): string[] {
  return Object.keys(listIn(folder)).filter((name) => textOf(folder, name) === null)
}

/** Each file whole or not at all, with its mode; the list last. */
export function writeMade(folder: string, files: readonly MadeFile[], all: readonly MadeFile[]): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file.name)), { recursive: true, mode: PRIVATE_FOLDER })
    writeWhole(path.join(folder, file.name), file.text, file.mode)
  }
  const list = Object.fromEntries(all.map(({ name, text }) => [name, hashOf(text)]))
  writeWhole(path.join(folder, LIST), `${JSON.stringify({ ...listIn(folder), ...list }, null, 1)}\n`, 0o600)
}

function writeWhole(file: string, text: string, mode: number): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode, flush: true })
  chmodSync(draft, mode)
  renameSync(draft, file)
}

function listIn(folder: string): Readonly<Record<string, string>> {
  const text = textOf(folder, LIST)
  return text === null ? {} : MadeList.parse(JSON.parse(text))
}

/** Null: there is no such file. */
function textOf(folder: string, name: string): string | null {
  const file = path.join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Of both: those that the other has not. */
function differingLines(one: string, other: string): number {
  const [mine, theirs] = [one.split('\n'), other.split('\n')]
  const missing = (from: readonly string[], lines: readonly string[]): number => {
    const kept = new Map<string, number>()
    for (const line of from) kept.set(line, (kept.get(line) ?? 0) + 1)
    return lines.filter((line) => {
      const left = kept.get(line) ?? 0
      kept.set(line, left - 1)
      return left <= 0
    }).length
  }
  return missing(mine, theirs) + missing(theirs, mine)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
