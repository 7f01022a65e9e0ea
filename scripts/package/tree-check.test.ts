// That the check of a packed tree finds each fault: whole small trees, one thing wrong in each.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createPackage } from '@electron/asar'
import { afterEach, describe, expect, test } from 'vitest'
import { lockedPackage } from './lockfile.ts'
import { nativeFormat } from './native-format.ts'
import { shippedFiles } from './natives.ts'
import { readPlatform } from './options.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import { fuseWire } from './stand-in.ts'
import { checkConfiguration, checkTree, PAGES, type Tree } from './tree-check.ts'

const PROGRAMS = ['agent.mjs', 'launcher.mjs']
const APP = {
  'package.json': '{"main":"electron/main.cjs"}',
  ...Object.fromEntries(
    [
      ...(['electron/main.cjs', 'electron/preload.cjs'] as const),
      ...(['window/index.html', 'window/window.js', 'window/dispensing.js'] as const),
    ].map((file) => [file, '']),
  ),
}
/** As FUSES of the tray: the characters of the nine fuses. */
const GOOD_FUSES = '010011000'
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

function platformOf(name: Platform['name']): Platform {
  const found = PLATFORMS.find((platform) => platform.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}

function elf(machine: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('\u007FELF', 'latin1')
  head.writeUInt16LE(machine, 18)
  return head
}

function pe(machine: number): Buffer {
  const head = Buffer.alloc(128)
  head.write('MZ', 'latin1')
  head.writeUInt32LE(64, 0x3c)
  head.write('PE\0\0', 64, 'latin1')
  head.writeUInt16LE(machine, 68)
  return head
}

const ELF_X64 = elf(62)
const PE_X64 = pe(0x86_64)

interface TreeOptions {
  readonly platform?: Platform
  readonly app?: Readonly<Record<string, string>>
  readonly fuses?: string
}

async function treeOf({
  platform = platformOf('linux-x64'),
  app = APP,
  fuses = GOOD_FUSES,
}: TreeOptions = {}): Promise<Tree> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tree-'))
  folders.push(folder)
  const native = platform.os === 'win32' ? PE_X64 : ELF_X64
  const put = async (file: string, contents: string | Buffer) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), contents)
  }
  await put('program', Buffer.concat([native, fuseWire(fuses)]))
  for (const file of [...PROGRAMS, ...PAGES, 'package.json', 'LICENSE.node.txt']) await put(core(file), '{}')
  await put(core(platform.nodeName), native)
  for (const [name, files] of Object.entries(shippedFiles(platform)))
    for (const file of files)
      await put(core(`node_modules/${name}/${file}`), file.endsWith('.node') ? native : '')
  const source = await mkdtemp(path.join(os.tmpdir(), 'app-'))
  folders.push(source)
  for (const [file, text] of Object.entries(app)) {
    await mkdir(path.dirname(path.join(source, file)), { recursive: true })
    await writeFile(path.join(source, file), text)
  }
  await createPackage(source, path.join(folder, 'resources/app.asar'))
  return { platform, folder, executable: path.join(folder, 'program'), programs: PROGRAMS }
}

function core(file: string): string {
  return `resources/core/${file}`
}

async function faultsAfter(
  change: (folder: string) => Promise<unknown>,
  options?: TreeOptions,
): Promise<string[]> {
  const tree = await treeOf(options)
  await change(tree.folder)
  return checkTree(tree)
}

describe('checkTree', () => {
  test.each(PLATFORMS)('takes a whole tree of $name', async (platform) => {
    expect(await checkTree(await treeOf({ platform }))).toEqual([])
  })

  test.each([
    ['core/notes.txt', 'core has a foreign notes.txt'],
    ['core/node_modules/left-pad/index.js', 'core has a foreign node_modules/left-pad/index.js'],
  ])('names a foreign %s', async (file, fault) => {
    const faults = await faultsAfter(async (folder) => {
      await mkdir(path.dirname(path.join(folder, 'resources', file)), { recursive: true })
      await writeFile(path.join(folder, 'resources', file), '')
    })
    expect(faults).toEqual([fault])
  })

  test('names a native of another system, and one that nobody asked for', async () => {
    const sqlite = core('node_modules/better-sqlite3/prebuilds/linux-x64.node')
    const faults = await faultsAfter(async (folder) => {
      await writeFile(path.join(folder, sqlite), PE_X64)
      await writeFile(path.join(folder, 'libfoo.so'), ELF_X64)
    })
    expect(faults).toEqual([`${sqlite} is for win32-x64`, 'libfoo.so is native and not ours'])
  })

  test('names the natives of Linux in a tree for Windows', async () => {
    const platform = platformOf('win32-x64')
    const node = core(platform.nodeName)
    const faults = await faultsAfter(async (folder) => writeFile(path.join(folder, node), ELF_X64), {
      platform,
    })
    expect(faults).toEqual([`${node} is for linux-x64`])
  })

  test('names a dependency that is missing, and a native that is none', async () => {
    const koffi = core('node_modules/@koromix/koffi-linux-x64/linux_x64/koffi.node')
    const faults = await faultsAfter(async (folder) => {
      await rm(path.join(folder, core('node_modules/zpl-renderer-js')), { recursive: true })
      await writeFile(path.join(folder, koffi), 'not found')
    })
    expect(faults).toEqual([
      'core has no zpl-renderer-js, for which its programs ask',
      'core has no node_modules/zpl-renderer-js/package.json',
      'core has no node_modules/zpl-renderer-js/dist/index.esm.js',
      `${koffi} is missing or no native code`,
    ])
  })

  test('names a program, a page and a Node that are missing', async () => {
    const faults = await faultsAfter(async (folder) => {
      for (const file of ['launcher.mjs', 'window/index.html', 'node'])
        await rm(path.join(folder, core(file)))
    })
    expect(faults).toEqual([
      'core has no launcher.mjs',
      'core has no window/index.html',
      'core has no node',
      `${core('node')} is missing or no native code`,
    ])
  })

  test.each([
    [{ 'electron/main.ts': '' }, 'app.asar has a source, electron/main.ts'],
    [{ 'window/window.js.map': '' }, 'app.asar has a source, window/window.js.map'],
    [{ 'electron/some.node': '' }, 'electron/some.node is native and lies in app.asar'],
    [{ '.env': '' }, 'app.asar has a foreign .env'],
    [
      { 'package.json': '{"main":"electron/start.cjs"}' },
      'app.asar has no electron/start.cjs, its main entry',
    ],
  ])('names what is wrong in the archive: %o', async (more, fault) => {
    expect(await faultsAfter(async () => undefined, { app: { ...APP, ...more } })).toEqual([fault])
  })

  test('names a main entry that was not packed', async () => {
    const app = Object.fromEntries(Object.entries(APP).filter(([file]) => file !== 'electron/main.cjs'))
    expect(await faultsAfter(async () => undefined, { app })).toEqual(['app.asar has no electron/main.cjs'])
  })

  test('names fuses that are not as the tray wants them', async () => {
    expect(await faultsAfter(async () => undefined, { fuses: '110001000' })).toEqual([
      'fuse runAsNode is not off',
      'fuse enableEmbeddedAsarIntegrityValidation is not on',
    ])
  })
})

describe('nativeFormat', () => {
  test.each([
    [ELF_X64, 'linux-x64'],
    [elf(183), 'linux, machine 183'],
    [PE_X64, 'win32-x64'],
    [pe(0xaa_64), 'win32, machine 43620'],
    [Buffer.from('cffaedfe00000000', 'hex'), 'darwin'],
    [Buffer.from('#!/bin/sh\n'), null],
    [Buffer.alloc(4_096), null],
  ])('%#', (head, format) => {
    expect(nativeFormat(head)).toBe(format)
  })

  test('an old DOS program is none for Windows', () => {
    const dos = Buffer.alloc(128)
    dos.write('MZ', 'latin1')
    expect(nativeFormat(dos)).toBe('a DOS program')
  })
})

describe('around it', () => {
  test('the lockfile names Node for each platform with a digest', async () => {
    for (const { nodePackage } of PLATFORMS)
      expect(await lockedPackage(nodePackage)).toEqual({
        version: expect.stringMatching(/^24\./),
        integrity: expect.stringMatching(/^sha512-/),
      })
  })

  test('a package that is not locked is refused', async () => {
    await expect(lockedPackage('left-pad')).rejects.toThrow('no version and digest of left-pad')
  })

  test('electron-builder.yml burns in the fuses of the tray, and a change is found', async () => {
    const real = path.resolve(import.meta.dirname, '../../electron-builder.yml')
    expect(await checkConfiguration(real)).toEqual([])
    const folder = await mkdtemp(path.join(os.tmpdir(), 'configuration-'))
    folders.push(folder)
    const changed = path.join(folder, 'electron-builder.yml')
    await writeFile(changed, (await readFile(real, 'utf8')).replace('runAsNode: false', 'runAsNode: true'))
    expect(await checkConfiguration(changed)).toEqual([
      'electron-builder.yml does not set the fuse runAsNode to false',
    ])
  })

  test.each([
    [[], 'linux', 'linux-x64'],
    [['--platform', 'win32-x64'], 'linux', 'win32-x64'],
    [[], 'darwin', 'no installer is made for darwin-x64'],
    [['--platform', 'linux-x64'], 'win32', 'a deb and an AppImage are made on Linux only'],
  ] as const)('npm run package -- %j on %s: %s', (args, host, answer) => {
    const chosen = readPlatform(args, host)
    if (chosen.kind === 'help') throw new Error('nobody asked for help')
    expect(chosen.kind === 'platform' ? chosen.platform.name : chosen.text).toBe(answer)
  })
})
