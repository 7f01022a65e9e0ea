// Carries out a plan, one step after the other, and stops at the first that fails.
import { execFile } from 'node:child_process'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Act, Step, WindowsAct } from './step.ts'

export type WindowsServices = (act: WindowsAct) => Promise<void>

/** Of one program. */
const LIMIT_MS = 60_000
const MAX_TEXT = 400

/** Returns what could not be done and need not be, in words. Throws ProblemError unavailable, which says what was not done. */
export async function carryOut(steps: readonly Step[], windows: WindowsServices): Promise<string[]> {
  const remarks: string[] = []
  for (const step of steps) {
    try {
      await perform(step, windows)
      if (step.remark !== undefined) remarks.push(step.remark)
    } catch (error) {
      const why = (error instanceof Error ? error.message : String(error)).trim().slice(0, MAX_TEXT)
      const text = `This was not done: ${step.purpose}. ${why}`
      if (step.isOptional !== true) throw new ProblemError('unavailable', text, { cause: error })
      remarks.push(text)
    }
  }
  return remarks
}

async function perform(act: Act, windows: WindowsServices): Promise<void> {
  switch (act.kind) {
    case 'run': {
      const { code, output } = await runProgram(act.program, act.args)
      if (code === 0 || act.alsoFine?.includes(code) === true) return
      throw new Error(`${act.program} ended with ${code}${output === '' ? '' : `: ${output}`}`)
    }
    case 'write': {
      const draft = `${act.file}.new`
      await writeFile(draft, act.text, { mode: act.mode })
      // What a strict umask took away: people run the command, too.
      await chmod(draft, act.mode)
      return rename(draft, act.file)
    }
    case 'folder':
      await mkdir(act.path, { recursive: true, mode: 0o700 })
      return
    case 'remove':
      return rm(act.path, { recursive: true, force: true, maxRetries: 5 })
    case 'rename':
      return rename(act.path, act.to)
    case 'windows-service':
      return windows(act.act)
    default:
      return act satisfies never
  }
}

export interface ProgramEnd {
  readonly code: number
  /** Standard output and standard error, trimmed. */
  readonly output: string
}

/** Throws Error when it cannot be started or takes longer than 60 s. */
export async function runProgram(program: string, args: readonly string[]): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const options = { timeout: LIMIT_MS, windowsHide: true, maxBuffer: 1_048_576 }
    execFile(ofSystem(program), [...args], options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (error === null) return resolve({ code: 0, output })
      if (typeof error.code === 'number') return resolve({ code: error.code, output })
      reject(
        new Error(
          error.killed === true ? `${program} took longer than ${LIMIT_MS / 1_000} s` : error.message,
        ),
      )
    })
  })
}

/** Windows would look for a bare name in the current folder first, where an administrator may stand among downloads. */
function ofSystem(program: string): string {
  if (process.platform !== 'win32' || path.win32.isAbsolute(program)) return program
  const windows = process.env['SystemRoot'] ?? String.raw`C:\Windows`
  return path.win32.join(windows, 'System32', `${program}.exe`)
}
