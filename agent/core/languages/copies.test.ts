// Labels that a payload makes, as it says so itself, and as the test printer counts them.
import { expect, test } from 'vitest'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { realLabels } from '../../test-printer/test/printer-rig.ts'
import { ZplStream } from '../../test-printer/zpl-stream.ts'
import { copiesOf } from './copies.ts'

test.each<[PrintJob['language'], string, number]>([
  ['zpl', '^XA^FDx^FS^XZ', 1],
  ['zpl', '^XA^FDx^FS^PQ3^XZ', 3],
  ['zpl', '^XA^PQ2,1,0,Y^FDx^FS^XZ^XA^FDx^FS^XZ', 3],
  ['zpl', '^xa^fdx^fs^pq 4^xz', 4],
  ['zpl', '^XA^PQ0^FDx^FS^XZ', 1],
  ['zpl', '^XA^PQ^FDx^FS^XZ', 1],
  ['zpl', '^XA^CC!!PQ5!FDx!FS!XZ', 5],
  ['zpl', '^XA^GFB,6,6,2,^PQ9^X^FS^PQ2^XZ', 2],
  // Stored, and then recalled twice.
  ['zpl', '^XA^DFR:A^FN1^FD^FS^PQ9^XZ^XA^XFR:A^FN1^FDx^FS^PQ2^XZ', 2],
  ['zpl', '^XA^LL1200^XZ', 1],
  ['zpl', '~HS', 1],
  ['zpl', '^XA^FDx^FS^PQ99999999^XZ^XA^FDx^FS^PQ99999999^XZ', 100_000_000],
  ['epl', 'N\nA10,10,0,3,1,1,N,"x"\nP1\n', 1],
  ['epl', 'N\r\nA10,10,0,3,1,1,N,"x"\r\nP2,3\r\nN\r\nP4\r\n', 10],
  ['epl', 'N\nGW0,0,2,2,\nP9\n\nP2\n', 2],
  ['epl', 'FS"A"\nA1,1,0,3,1,1,N,"x"\nFE\nP9\n', 1],
  ['tspl', 'SIZE 4,3\r\nCLS\r\nPRINT 2,5\r\n', 10],
  ['tspl', 'SIZE 4,3\r\nBITMAP 0,0,1,9,0,PRINT 9\r\r\nPRINT 3\r\n', 3],
  ['tspl', 'DOWNLOAD "A.BAS"\r\nPRINT 9\r\nEOP\r\n', 1],
  ['escpos', '\x1b@x', 1],
  ['unknown', '^XA^PQ9^FDx^XZ', 1],
])('%s %j makes %i', (language, text, copies) => {
  expect(copiesOf(Buffer.from(text, 'latin1'), language)).toBe(copies)
})

test.each(realLabels())('$name makes as many as the test printer counts', ({ bytes }) => {
  let counted = 0
  const listener = { payload: () => undefined, query: () => undefined, formatDropped: () => undefined }
  const stream = new ZplStream({ ...listener, formatEnded: (labels) => void (counted += labels) })
  stream.push(bytes)
  expect(counted).toBeGreaterThan(0)
  expect(copiesOf(bytes, 'zpl')).toBe(counted)
})
