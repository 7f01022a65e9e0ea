// A posted form with files: its fields, and the files on disk, counted and hashed as they came.
import { randomUUID, createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { Request } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

const MAX_FIELDS = 10
const MAX_FIELD_BYTES = 1_000

export interface UploadedFile {
  /** As the browser names it, without folders. */
  readonly name: string
  /** Where it lies until the reply is sent. */
  readonly path: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface UploadedForm {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly UploadedFile[]
}

export interface UploadLimits {
  readonly maxFiles: number
  readonly maxFileBytes: number
}

export interface UploadParts extends UploadLimits {
  /** Empty, and this form's own. */
  readonly folder: string
  /** Asked at the first file, with the fields before it; when it says no, nothing is written. */
  readonly accepts: (fields: Readonly<Record<string, string>>) => boolean
}

/** Throws ProblemError: `too_large`, or `request_refused` for what is no such form, or ends in its midst. */
export async function readUploadedForm(request: Request, parts: UploadParts): Promise<UploadedForm> {
  const fields: Record<string, string> = {}
  const files: Promise<UploadedFile>[] = []
  let isTooMuch = false
  const busboy = openBusboy(request, parts)
  busboy.on('field', (name, value) => void (fields[name] = value))
  busboy.on('file', (_field, stream, name) => {
    // A browser sends an empty part for a choice that nobody made.
    if (name === '' || !parts.accepts(fields)) return void stream.resume()
    const file = keep(stream, name, parts.folder)
    // Waited for below; a failure before that is no unhandled one.
    file.catch(() => undefined)
    files.push(file)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    busboy.on(limit, () => void (isTooMuch = true))
  await pipeline(request, busboy).catch((error: unknown) => {
    throw new ProblemError('request_refused', 'The form did not come whole', { cause: error })
  })
  const kept = await Promise.all(files)
  if (isTooMuch) throw new ProblemError('too_large', 'The form has too many parts')
  return { fields, files: kept }
}

function openBusboy(request: Request, { maxFiles, maxFileBytes }: UploadLimits): Busboy {
  const contentType = request.headers['content-type'] ?? ''
  const limits = {
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    files: maxFiles,
    parts: MAX_FIELDS + maxFiles,
    fileSize: maxFileBytes,
  }
  try {
    return new Busboy({ headers: { ...request.headers, 'content-type': contentType }, limits })
  } catch (error) {
    throw new ProblemError('request_refused', 'This is no form with files', { cause: error })
  }
}

async function keep(stream: BusboyFileStream, name: string, folder: string): Promise<UploadedFile> {
  const file = path.join(folder, randomUUID())
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    stream,
    async function* counted(source: AsyncIterable<Buffer>) {
      for await (const part of source) {
        hash.update(part)
        bytes += part.length
        yield part
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  )
  if (stream.truncated) throw new ProblemError('too_large', 'The file is too large')
  return { name, path: file, bytes, sha256: hash.digest('hex') }
}
