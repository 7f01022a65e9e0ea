// Control sockets must also work in a folder whose path is longer than a socket's may be.
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { socketPath } from './socket-path.ts'

it('a short path is used as it is', () => {
  expect(socketPath('/srv/relay/.data/demo.sock')).toBe('/srv/relay/.data/demo.sock')
})

it('a long path moves to the temporary folder, the same file always to the same place', () => {
  const long = `/home/somebody/${'a-rather-long-folder-name/'.repeat(4)}.data/demo.sock`
  const moved = socketPath(long)
  expect(moved.startsWith(tmpdir())).toBe(true)
  expect(Buffer.byteLength(moved)).toBeLessThan(104)
  expect(socketPath(long)).toBe(moved)
  expect(socketPath(`${long}2`)).not.toBe(moved)
})
