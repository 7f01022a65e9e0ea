// The decoder gives the same body however the bytes are cut, and knows where the body ends.
import { describe, expect, it } from 'vitest'
import { ChunkedDecoder, ReplyFault } from './chunked-decoder.ts'

const BODY = '4;x=1\r\nWiki\r\n6\r\npedia \r\nA\r\nin chunks!\r\n0\r\nTrailer: dropped\r\n\r\n'

function decode(text: string, step: number): { body: string; done: boolean; left: number } {
  const bytes = Buffer.from(text, 'latin1')
  const decoder = new ChunkedDecoder()
  const parts: Buffer[] = []
  let used = 0
  for (let at = 0; at < bytes.length; at += step) used += decoder.feed(bytes.subarray(at, at + step), parts)
  return { body: Buffer.concat(parts).toString(), done: decoder.done, left: bytes.length - used }
}

describe('chunked bodies', () => {
  it('are decoded alike however they are cut', () => {
    for (let step = 1; step <= BODY.length; step++) {
      expect([step, decode(BODY, step)]).toEqual([
        step,
        { body: 'Wikipedia in chunks!', done: true, left: 0 },
      ])
    }
  })

  it('end at their last chunk, and what follows is left', () => {
    expect(decode(`${BODY}HTTP/1.1`, 1000)).toEqual({ body: 'Wikipedia in chunks!', done: true, left: 8 })
  })

  it('are not done before their end', () => {
    for (let length = 0; length < BODY.length; length++)
      expect(decode(BODY.slice(0, length), 7).done).toBe(false)
  })

  it.each([
    '2\r\nokXX',
    '2\n',
    '\r\n',
    '-1\r\n',
    '0x2\r\n',
    ' 2\r\n',
    '2 \r\n',
    '2;\n',
    `2;${'a'.repeat(300)}`,
    '123456789\r\n',
    '0\r\na\nb',
  ])('refuses %j', (text) => {
    expect(() => decode(text, 1)).toThrow(ReplyFault)
  })
})
