// The built pages, read whole into memory when the listener opens: nothing that a browser asks for becomes a path.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

export interface Page {
  readonly type: string
  readonly bytes: Buffer
}
/** By the path that a browser asks for. */
export type Pages = ReadonlyMap<string, Page>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const START_PAGE = 'index.html'
const MAX_FILES = 50

/** Throws ProblemError unavailable where the pages are not installed. */
export async function readPages(url: URL): Promise<Pages> {
  const folder = fileURLToPath(url)
  try {
    const names = (await readdir(folder)).filter((name) => path.extname(name) in TYPES).slice(0, MAX_FILES)
    if (!names.includes(START_PAGE)) throw new Error(`there is no ${START_PAGE}`)
    const pages = await Promise.all(
      names.map(async (name) => [`/${name}`, await pageOf(folder, name)] as const),
    )
    const start = await pageOf(folder, START_PAGE)
    return new Map([...pages, ['/', start]])
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    const text = `The agent's pages are not installed in ${folder}: ${why}`
    throw new ProblemError('unavailable', text, { cause: error })
  }
}

async function pageOf(folder: string, name: string): Promise<Page> {
  return { type: TYPES[path.extname(name)] ?? '', bytes: await readFile(path.join(folder, name)) }
}
