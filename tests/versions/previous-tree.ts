// The release before this one, out of the repository's history: its agent as a bundle, its hub as a program.
//
// Its code imports its own `shared`, by links of its own; all other packages are those that are installed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * A release writes its own tag here. Until there is one: the commit since which an agent's status always says whether a label
 * was refused, found by a file that came with it. Empty where the history does not reach back to it.
 */
const RELEASE_BEFORE = commitThatAdded('agent/test/agent-status.ts')
const WORKSPACES = ['shared', 'agent', 'relay-server'] as const

/** Whether the history reaches back to it; a shallow clone, or a copy without history, has none. */
export function hasPrevious(): boolean {
  return RELEASE_BEFORE !== ''
}

function commitThatAdded(file: string): string {
  const args = ['log', '--diff-filter=A', '--format=%h', '--', file]
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

/** Laid out once, below the data folder of development, where packages of this tree are found. */
export function previousTree(): string {
  const tree = path.join(ROOT, '.data/previous', RELEASE_BEFORE)
  if (existsSync(tree)) return tree
  const draft = `${tree}.${process.pid}`
  mkdirSync(path.join(draft, 'node_modules/@pharmacy-relay'), { recursive: true })
  const folders = [...WORKSPACES, 'scripts', 'tests', 'package.json', 'tsconfig.json']
  const archive = execFileSync('git', ['archive', RELEASE_BEFORE, ...folders], {
    cwd: ROOT,
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', draft], { input: archive })
  for (const name of WORKSPACES)
    symlinkSync(path.join('../..', name), path.join(draft, 'node_modules/@pharmacy-relay', name))
  try {
    renameSync(draft, tree)
  } catch (error) {
    // Somebody else was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(tree)) throw error
  }
  return tree
}

/** Path of its agent.mjs. */
export function previousAgent(): string {
  const tree = previousTree()
  const file = path.join(tree, 'agent/dist/agent.mjs')
  if (!existsSync(file))
    execFileSync(process.execPath, ['scripts/run.cjs', 'scripts/build/build-agent.ts'], {
      cwd: tree,
      stdio: 'pipe',
    })
  return file
}
