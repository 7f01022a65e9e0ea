// Starts what can be started of an unpacked application: every package of `core` is loaded and used, the agent says its version.
import { writeFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Tree } from './tree-check.ts'
import { runCommand } from '../command.ts'
import { hasWine, nodeUnderWine, prepareWine } from './wine.ts'

const LIMIT_MS = 60_000
const DONE = 'every package loads'
/** Uses each once: a native file may load and yet not work. */
const PROGRAM = `
const Database = require('better-sqlite3')
if (new Database(':memory:').prepare('select 41 + 1 as n').get().n !== 42) throw new Error('better-sqlite3 cannot count')
if (require('koffi').sizeof('int') !== 4) throw new Error('koffi does not know int')
const { SerialPort } = require('serialport')
const nowhere = new SerialPort({ path: 'COM250', baudRate: 9600, autoOpen: false })
new Promise((resolve) => nowhere.open(resolve))
  .then((error) => {
    if (!/No such file|File not found/.test(error?.message)) throw new Error('serialport says of no port: ' + error?.message)
    return import('zpl-renderer-js')
  })
  .then(({ ready }) => ready)
  .then(({ api }) => api.zplToBase64MultipleAsync('^XA^FO10,10^GB50,50,3^FS^XZ', 20, 20, 8))
  .then(([png]) => {
    if (Buffer.from(png, 'base64').toString('latin1', 1, 4) !== 'PNG') throw new Error('zpl-renderer-js draws no PNG')
    const drawing = require('node:child_process').fork(require('node:path').join(__dirname, 'prescription-program.mjs'))
    return new Promise((resolve) => drawing.once('message', resolve).once('exit', resolve))
  })
  .then((said) => {
    if (said?.isReady !== true) throw new Error('nothing draws prescriptions: ' + said)
    console.log('${DONE}')
    process.exit(0)
  })
`

export interface LoadCheck {
  readonly faults: readonly string[]
  /** What was not run, in words. */
  readonly notRun: readonly string[]
}

export async function checkLoading(tree: Tree): Promise<LoadCheck> {
  const core = path.join(tree.folder, 'resources/core')
  const program = path.join(core, 'load-check.cjs')
  await writeFile(program, PROGRAM)
  try {
    return tree.platform.os === 'win32' ? await underWine(core) : await onLinux(tree, core)
  } finally {
    await rm(program)
  }
}

async function onLinux({ platform }: Tree, core: string): Promise<LoadCheck> {
  const start = async (args: readonly string[]) =>
    runCommand({
      file: path.join(core, platform.nodeName),
      args: args.map((word) => path.join(core, word)),
      env: {},
      limitMs: LIMIT_MS,
      shown: false,
    })
  const loaded = await start(['load-check.cjs'])
  const version = await runCommand({
    file: path.join(core, platform.nodeName),
    args: [path.join(core, 'agent.mjs'), '--version'],
    env: {},
    limitMs: LIMIT_MS,
    shown: false,
  })
  return {
    faults: [
      ...(loaded.output.includes(DONE) ? [] : [`core does not load: ${loaded.output}`]),
      ...(version.succeeded ? [] : [`agent --version ${version.ending}: ${version.output}`]),
    ],
    notRun: ['Electron itself: its binary was a stand-in'],
  }
}

async function underWine(core: string): Promise<LoadCheck> {
  const notRun = ['Electron itself: its binary was a stand-in', 'Node 24 for Windows: Wine 8 cannot start it']
  if (!hasWine())
    return {
      faults: [],
      notRun: [...notRun, 'natives for Windows: there is no Wine, run `npm run tools -- --package`'],
    }
  await prepareWine()
  const loaded = await nodeUnderWine(['load-check.cjs'], core)
  const version = await nodeUnderWine(['agent-bundle.mjs', '--version'], core)
  return {
    faults: [
      ...(loaded.output.includes(DONE) ? [] : [`core does not load under Wine: ${loaded.output}`]),
      ...(version.code === 0
        ? []
        : [`agent --version ended with ${version.code} under Wine: ${version.output}`]),
    ],
    notRun,
  }
}
