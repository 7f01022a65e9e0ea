// A real file system of a few MiB, where this user may mount one.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mounts()

/** Its folder; unmounted after the test. */
export function smallDisk(mebibytes: number): string {
  const folder = mount(mebibytes)
  onTestFinished(() => unmount(folder))
  return folder
}

/** Another size from now on. Where that is below what is in use it throws. */
export function resizeDisk(folder: string, kibibytes: number): void {
  execFileSync('/usr/bin/mount', ['-o', `remount,size=${kibibytes}k`, folder], { stdio: 'pipe' })
}

export function usedKibibytes(folder: string): number {
  const { blocks, bfree, bsize } = statfsSync(folder)
  return ((blocks - bfree) * bsize) / 1_024
}

/** As if another program had taken the rest. */
export function leaveFree(folder: string, kibibytes: number): void {
  for (let tries = 0; ; tries += 1) {
    try {
      return resizeDisk(folder, usedKibibytes(folder) + kibibytes)
    } catch (error) {
      // Something was written meanwhile.
      if (tries === 20) throw error
    }
  }
}

function mounts(): boolean {
  try {
    unmount(mount(1))
    return true
  } catch {
    return false
  }
}

function mount(mebibytes: number): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-disk-'))
  try {
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  return folder
}

function unmount(folder: string): void {
  // A thread that has just ended may still hold a file.
  execFileSync('/usr/bin/umount', ['--lazy', folder])
  rmSync(folder, { recursive: true })
}
