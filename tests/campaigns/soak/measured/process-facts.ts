// What the system says of a process and those that it started: memory, open files, sockets, time of the processor. Linux.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { ProcessFacts } from '../record.ts'

/** The kernel counts in hundredths of a second (USER_HZ). */
const TICK_MS = 10
/** Of the fields of /proc/PID/stat after the name in brackets. */
const FIELD = { parent: 1, user: 11, system: 12, endedUser: 13, endedSystem: 14 } as const

/** A process, the first one, and those that it started, together; the time of those that have ended is in that of the first. */
export function factsOf(pids: readonly number[]): ProcessFacts {
  const all = pids.flatMap((pid) => oneOf(pid) ?? [])
  const ownBytes = Object.fromEntries(all.flatMap((one) => Object.entries(one.ownBytes)))
  const sum = (of: (facts: ProcessFacts) => number): number => all.reduce((total, one) => total + of(one), 0)
  return {
    processes: all.length,
    residentBytes: sum((one) => one.residentBytes),
    anonymousBytes: sum((one) => one.anonymousBytes),
    ownBytes,
    files: sum((one) => one.files),
    sockets: sum((one) => one.sockets),
    processorMs: sum((one) => one.processorMs) + endedMsOf(pids[0]),
  }
}

function oneOf(pid: number): ProcessFacts | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`))
    const fields = statOf(pid)
    const anonymousBytes = kilobytesIn(status, 'RssAnon') * 1_024
    return {
      processes: 1,
      residentBytes: kilobytesIn(status, 'VmRSS') * 1_024,
      anonymousBytes,
      ownBytes: { [pid]: anonymousBytes },
      files: links.length,
      sockets: links.filter((link) => link.startsWith('socket:')).length,
      processorMs: (Number(fields[FIELD.user]) + Number(fields[FIELD.system])) * TICK_MS,
    }
  } catch {
    return null
  }
}

/** Of its children that have ended. */
function endedMsOf(pid: number | undefined): number {
  try {
    const fields = statOf(pid ?? 0)
    return (Number(fields[FIELD.endedUser]) + Number(fields[FIELD.endedSystem])) * TICK_MS
  } catch {
    return 0
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}

function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function kilobytesIn(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
}

/** The process and all that it started, but those below one of `without`. */
export function familyOf(pid: number, without: readonly number[] = []): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = parentOf(Number(name))
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family: number[] = []
  const look = (one: number): void => {
    if (without.includes(one)) return
    family.push(one)
    for (const child of children.get(one) ?? []) look(child)
  }
  look(pid)
  return family
}

function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[FIELD.parent])
  } catch {
    return null
  }
}
