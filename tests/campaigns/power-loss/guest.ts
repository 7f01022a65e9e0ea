// A computer in QEMU: powered on, asked and sent labels from here, and cut off with SIGKILL.
import { createWriteStream } from 'node:fs'
import { GUEST_ADDRESS, type GuestFiles, type GuestPorts } from './guest-files.ts'
import { startQemu } from './qemu.ts'

export interface GuestParts {
  readonly files: GuestFiles
  /** At which nbdkit lends the disk. */
  readonly diskSocket: string
  readonly inGuest: GuestPorts
  /** On this machine's loopback, leading to those in the guest. */
  readonly here: { readonly labels: number; readonly control: number }
  /** What the guest prints, agent's log included; appended to. */
  readonly consoleFile: string
}

export interface Guest {
  /** Resolves with words when it ends, whoever ended it. */
  readonly ended: Promise<string>
  /** Resolves when its console shows the text. */
  readonly says: (text: string) => Promise<void>
  readonly cutPower: () => void
}

const MEMORY_MIB = 640
const CONSOLE_KEPT = 4_096

export function powerOn({ files, diskSocket, inGuest, here, consoleFile }: GuestParts): Guest {
  const forwards = (['labels', 'control'] as const).map(
    (name) => `hostfwd=tcp:127.0.0.1:${here[name]}-${GUEST_ADDRESS}:${inGuest[name]}`,
  )
  const child = startQemu({
    ...files,
    kernelOptions: '',
    memoryMib: MEMORY_MIB,
    disk: `nbd+unix:///?socket=${diskSocket}`,
    more: [
      '-netdev',
      ['user,id=net', ...forwards].join(','),
      '-device',
      'virtio-net-pci,netdev=net,romfile=',
    ],
  })
  const log = createWriteStream(consoleFile, { flags: 'a' })
  const hearers: { readonly text: string; readonly hear: () => void }[] = []
  let end = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log.write(chunk)
      end = (end + chunk.toString('latin1')).slice(-CONSOLE_KEPT)
      for (const { text, hear } of hearers) if (end.includes(text)) hear()
    })
  return {
    ended: new Promise((resolve) => {
      child.once('error', (error) => resolve(`QEMU did not start: ${error.message}`))
      child.once('close', (code, signal) => {
        log.end()
        resolve(`QEMU ended (${signal ?? `code ${code}`}). Its console: ${consoleFile}\n${end.slice(-1_500)}`)
      })
    }),
    says: async (text) => new Promise((resolve) => void hearers.push({ text, hear: resolve })),
    cutPower: () => void child.kill('SIGKILL'),
  }
}
