// The files under /assets: gathered and bundled once at the start, kept in memory, known by their content.
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build } from 'esbuild'
import { ASSETS } from './asset-paths.ts'

export interface AssetFile {
  readonly type: string
  /** Quoted digest of the content. */
  readonly etag: string
  readonly body: Buffer
  /** Null where packing gains nothing. */
  readonly gzipped: Buffer | null
}

export interface AssetFiles {
  /** Changes with any of the files. */
  readonly version: string
  /** By path, e.g. `/assets/portal.css`. */
  readonly byPath: ReadonlyMap<string, AssetFile>
}

const PORTAL = path.resolve(import.meta.dirname, '..')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const pack = promisify(gzip)

/** Throws Error when a file is missing or the browser script does not compile. */
export async function loadAssetFiles(): Promise<AssetFiles> {
  return await servedFiles([
    ...(await publicFiles(path.join(PORTAL, 'public'))),
    [ASSETS.tabler, await packageFile('@tabler/core/dist/css/tabler.min.css')],
    [ASSETS.htmx, await packageFile('htmx.org/dist/htmx.min.js')],
    [ASSETS.script, await browserBundle(path.join(PORTAL, 'browser/main.ts'))],
  ])
}

/** By their paths, packed, and known by their content. */
export async function servedFiles(contents: readonly (readonly [string, Buffer])[]): Promise<AssetFiles> {
  const entries = await Promise.all(
    contents.map(async ([at, body]) => [at, await assetFile(at, body)] as const),
  )
  const version = digest(
    Buffer.from(
      entries
        .map(([at, file]) => at + file.etag)
        .toSorted()
        .join(),
    ),
  )
  return { version: version.slice(0, 12), byPath: new Map(entries) }
}

/** The files of a folder whose types we serve; nothing below folders. */
export async function publicFiles(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && path.extname(entry.name) in TYPES)
  return await Promise.all(
    names.map(async ({ name }): Promise<[string, Buffer]> => [
      `/assets/${name}`,
      await readFile(path.join(folder, name)),
    ]),
  )
}

async function packageFile(name: string): Promise<Buffer> {
  const body = await readFile(createRequire(import.meta.url).resolve(name))
  // Browsers would ask for source maps that are not served.
  return Buffer.from(body.toString('utf8').replaceAll(/\n?(\/\/|\/\*)# sourceMappingURL=.*$/gm, ''))
}

/** As one script that every browser of the last years reads. */
export async function browserBundle(entry: string): Promise<Buffer> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  return Buffer.from(result.outputFiles[0]?.contents ?? [])
}

async function assetFile(at: string, body: Buffer): Promise<AssetFile> {
  const packed = await pack(body, { level: 9 })
  return {
    type: TYPES[path.extname(at)] ?? 'application/octet-stream',
    etag: `"${digest(body).slice(0, 24)}"`,
    body,
    gzipped: packed.length < body.length * 0.9 ? packed : null,
  }
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url')
}
