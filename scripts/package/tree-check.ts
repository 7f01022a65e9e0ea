// Looks at an unpacked application: everything there, for the right system, and nothing foreign. Starts nothing of it.
import { closeSync, openSync, readSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { z } from 'zod'
import { FUSES } from '@pharmacy-relay/agent/electron/fuses.ts'
import { OUTSIDE } from '../build/build-agent.ts'
import { nativeFormat } from './native-format.ts'
import { shippedFiles } from './natives.ts'
import type { Platform } from './platforms.ts'

export interface Tree {
  readonly platform: Platform
  /** The unpacked application. */
  readonly folder: string
  /** Electron's executable in it. */
  readonly executable: string
  /** Names of the programs that the agent's build made. */
  readonly programs: readonly string[]
}

/** What is wrong, a line each. */
export async function checkTree(tree: Tree): Promise<string[]> {
  return [
    ...checkArchive(path.join(tree.folder, 'resources/app.asar')),
    ...(await checkCore(tree)),
    ...(await checkNatives(tree)),
    ...(await checkFuses(tree)),
  ]
}

const IN_ARCHIVE = [
  'package.json',
  'electron/main.cjs',
  'electron/preload.cjs',
  'window/index.html',
  'window/window.js',
  'window/dispensing.js',
]
const ARCHIVE_FOLDERS = /^(package\.json|electron|window)(\/|$)/
const SOURCES = /\.(ts|tsx|map)$/
const Manifest = z.object({ main: z.string() })

function checkArchive(archive: string): string[] {
  const files = listPackage(archive, { isPack: false }).map((file) =>
    file.replaceAll('\\', '/').replace(/^\//, ''),
  )
  const missing = IN_ARCHIVE.filter((file) => !files.includes(file)).map((file) => `app.asar has no ${file}`)
  if (missing.length > 0) return missing
  const { main } = Manifest.parse(JSON.parse(extractFile(archive, 'package.json').toString()))
  return [
    ...(files.includes(main) ? [] : [`app.asar has no ${main}, its main entry`]),
    ...files.filter((file) => !ARCHIVE_FOLDERS.test(file)).map((file) => `app.asar has a foreign ${file}`),
    ...files.filter((file) => SOURCES.test(file)).map((file) => `app.asar has a source, ${file}`),
    ...files
      .filter((file) => /\.(node|dll|so|dylib|exe)$/.test(file))
      .map((file) => `${file} is native and lies in app.asar`),
  ]
}

/** What `agent open` shows. */
export const PAGES = ['index.html', 'window.js', 'dispensing.js', 'window-styles.css'].map(
  (name) => `window/${name}`,
)

async function checkCore({ platform, folder, programs }: Tree): Promise<string[]> {
  const present = await filesBelow(path.join(folder, 'resources/core'))
  const own = [...programs, ...PAGES, 'package.json', 'LICENSE.node.txt', platform.nodeName]
  const shipped = Object.entries(shippedFiles(platform)).flatMap(([name, files]) =>
    files.map((file) => `node_modules/${name}/${file}`),
  )
  const isMissing = (file: string) => !present.some((one) => one === file || one.startsWith(`${file}/`))
  const isForeign = (file: string) =>
    ![...own, ...shipped].some((one) => one === file || file.startsWith(`${one}/`))
  const unshipped = OUTSIDE.filter((name) => !present.includes(`node_modules/${name}/package.json`))
  return [
    ...unshipped.map((name) => `core has no ${name}, for which its programs ask`),
    ...[...own, ...shipped].filter(isMissing).map((file) => `core has no ${file}`),
    ...present.filter(isForeign).map((file) => `core has a foreign ${file}`),
  ]
}

/** Every native file is of the platform, and only the expected ones are there. */
async function checkNatives({ platform, folder, executable }: Tree): Promise<string[]> {
  const core = 'resources/core/'
  const expected = [
    path.basename(executable),
    `${core}${platform.nodeName}`,
    ...Object.entries(shippedFiles(platform)).flatMap(([name, files]) =>
      files.filter((file) => file.endsWith('.node')).map((file) => `${core}node_modules/${name}/${file}`),
    ),
  ]
  const formats = (await filesBelow(folder)).map((file) => ({
    file,
    format: formatOf(path.join(folder, file)),
  }))
  const natives = formats.filter(({ format }) => format !== null)
  return [
    ...natives
      .filter(({ format }) => format !== platform.name)
      .map(({ file, format }) => `${file} is for ${format}`),
    ...natives
      .filter(({ file }) => !expected.includes(file))
      .map(({ file }) => `${file} is native and not ours`),
    ...expected
      .filter((file) => !natives.some((native) => native.file === file))
      .map((file) => `${file} is missing or no native code`),
  ]
}

/** Far enough for the header of a PE file, which follows a small DOS program. */
const HEAD_BYTES = 4_096

function formatOf(file: string): string | null {
  const head = Buffer.alloc(HEAD_BYTES)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, head, 0, HEAD_BYTES, 0)
  } finally {
    closeSync(opened)
  }
  return nativeFormat(head)
}

async function checkFuses({ executable }: Tree): Promise<string[]> {
  const wire: Readonly<Record<string, unknown>> = { ...(await getCurrentFuseWire(executable)) }
  return Object.entries(FUSES).flatMap(([name, isOn]) => {
    const option: unknown = Object.entries(FuseV1Options).find(
      ([key]) => key.toLowerCase() === name.toLowerCase(),
    )?.[1]
    // The wire's characters: '1' is on, '0' is off.
    const state = wire[String(option)]
    return state === (isOn ? '1' : '0').codePointAt(0) ? [] : [`fuse ${name} is not ${isOn ? 'on' : 'off'}`]
  })
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
}

/** That the installers' own description of fuses is the one that the tray states. */
export async function checkConfiguration(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8')
  return Object.entries(FUSES)
    .filter(([name, isOn]) => !new RegExp(`^ {2}${name}: ${isOn}$`, 'm').test(text))
    .map(([name, isOn]) => `${path.basename(file)} does not set the fuse ${name} to ${isOn}`)
}
