// Runs the two type gates and the tests of a copy, and tells which of them found the fault that is planted in it.
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { nodeCommand, runCommand } from '../../../scripts/command.ts'
import { FAKE_ELECTRON_PROJECT, writeElectronTypes } from '../../../scripts/check/fake-electron-types.ts'
import { readVitestReport } from '../../../scripts/testing/test-reports.ts'

export interface Finding {
  /** Null: nothing found it. */
  readonly by: 'types against electron.d.ts' | 'types against the stand-in' | 'tests' | null
  /** What was said first. */
  readonly detail: string
}

const LIMIT_MS = 300_000

/** The first of the three that fails. */
export async function findFault(root: string): Promise<Finding> {
  const real = await typeFault(root, 'tsconfig.tray.json')
  if (real !== null) return { by: 'types against electron.d.ts', detail: real }
  await writeElectronTypes(root)
  const fake = await typeFault(root, FAKE_ELECTRON_PROJECT)
  if (fake !== null) return { by: 'types against the stand-in', detail: fake }
  const failed = await testFault(root)
  return failed === null ? { by: null, detail: '' } : { by: 'tests', detail: failed }
}

async function typeFault(root: string, project: string): Promise<string | null> {
  const { succeeded, output, ending } = await runCommand(
    nodeCommand(
      '@typescript/native/bin/tsc',
      ['--noEmit', '--pretty', 'false', '--project', path.join(root, project)],
      {
        env: {},
        limitMs: LIMIT_MS,
        shown: false,
      },
    ),
  )
  if (succeeded) return null
  const [first = ending] = output.split('\n')
  return first.replace(/^.*?: error /, '')
}

async function testFault(root: string): Promise<string | null> {
  const report = path.join(root, 'vitest.json')
  await rm(report, { force: true })
  const { succeeded, ending } = await runCommand(
    nodeCommand(
      'vitest/vitest.mjs',
      ['run', '--root', root, '--bail=1', '--reporter=json', `--outputFile=${report}`],
      {
        env: {},
        limitMs: LIMIT_MS,
        shown: false,
      },
    ),
  )
  if (succeeded) return null
  const text = await readFile(report, 'utf8').catch(() => null)
  const failures =
    text === null ? [] : readVitestReport(JSON.parse(text), []).flatMap((suite) => suite.failures)
  return failures[0]?.test ?? ending
}
