// Which pages are given back, and that a process goes on without them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { giveBackMappedFiles, unchangedRangesIn } from './mapped-files.ts'

const mapping = (head: string, resident: number, own: number): string =>
  `${head}\nSize:               1024 kB\nRss:                ${resident} kB\nPrivate_Dirty:         0 kB\nAnonymous:          ${own} kB\n`

test('Only what is mapped of files, cannot be written and is as in its file is given back', () => {
  const code = '00400000-00500000 r-xp 00000000 08:01 42                         /opt/agent/node'
  const constants =
    '7f0000000000-7f0000100000 r--p 00100000 08:01 42                 /opt/agent/node with a blank'
  const relocated = '00600000-00700000 r--p 00200000 08:01 42                         /opt/agent/node'
  const data = '00700000-00800000 rw-p 00300000 08:01 42                         /opt/agent/node'
  const shared =
    '7f1000000000-7f1000100000 r--s 00000000 08:01 43                 /var/lib/agent/spool.db-shm'
  const made = '7f2000000000-7f2000100000 r-xp 00000000 00:00 0 '
  const absent = '7f3000000000-7f3000100000 r-xp 00000000 08:01 44                 /lib/libm.so.6'
  const smaps = [
    mapping(code, 900, 0),
    mapping(constants, 64, 0),
    mapping(relocated, 900, 4),
    mapping(data, 900, 0),
    mapping(shared, 900, 0),
    mapping(made, 900, 0),
    mapping(absent, 0, 0),
  ]
  expect(unchangedRangesIn(smaps.join(''))).toEqual([
    { address: 0x40_00_00, bytes: 0x10_00_00 },
    { address: 0x7f_00_00_00_00_00, bytes: 0x10_00_00 },
  ])
  expect(unchangedRangesIn('')).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'A process has less of its files in memory afterwards, and goes on',
  async () => {
    const before = fileKilobytes()
    await giveBackMappedFiles()
    expect(fileKilobytes()).toBeLessThan(before / 2)
    expect(JSON.parse(JSON.stringify({ text: 'as before' }))).toEqual({ text: 'as before' })
  },
)

const fileKilobytes = (): number =>
  Number(/^RssFile:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
