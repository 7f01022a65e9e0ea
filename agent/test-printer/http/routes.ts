// What the test printer answers over HTTP: the roll, its pictures, faults, and the page.
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { fieldFaults, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { LabelDrawer } from '../../drawing/label-drawer.ts'
import { FaultChange, type Faults } from '../faults.ts'
import { changeFromForm } from '../page/fault-form.ts'
import { renderPage, type PageState } from '../page/page.ts'
import type { Roll, RollEntry } from '../roll.ts'
import type { Exchange, Route } from './http-server.ts'
import { NoPictureError } from './problem-reply.ts'
import { bodyJson, bodyText } from './request-rules.ts'

export interface RouteParts {
  readonly roll: Roll
  readonly faults: Faults
  readonly drawer: LabelDrawer
  readonly state: () => Omit<PageState, 'entries'>
}

/** Labels that the page shows. */
const NEWEST = 12

export function testPrinterRoutes(parts: RouteParts): readonly Route[] {
  return [...rollRoutes(parts), ...faultRoutes(parts), ...pageRoutes(parts)]
}

function rollRoutes({ roll, drawer }: RouteParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: /^\/labels$/,
      answer: ({ response }) =>
        replyJson(
          response,
          roll.entries().map(({ n, sha256, bytes, at }) => ({ n, sha256, bytes, at })),
        ),
    },
    {
      method: 'DELETE',
      path: /^\/labels$/,
      answer: ({ response }) => {
        roll.clear()
        response.writeHead(204).end()
      },
    },
    {
      method: 'GET',
      path: /^\/labels\/(\d{1,9})$/,
      answer: ({ response, parameter }) => replyJson(response, entryOf(roll, parameter)),
    },
    {
      method: 'GET',
      path: /^\/labels\/(\d{1,9})\.zpl$/,
      answer: ({ response, parameter }) => {
        response.setHeader('Content-Disposition', `attachment; filename="label-${parameter}.zpl"`)
        reply(response, { type: 'application/octet-stream', body: payloadOf(roll, parameter) })
      },
    },
    {
      method: 'GET',
      path: /^\/labels\/(\d{1,9})\.png$/,
      answer: async (exchange) => picture(exchange, { roll, drawer }),
    },
  ]
}

function faultRoutes({ faults }: RouteParts): readonly Route[] {
  return [
    { method: 'GET', path: /^\/faults$/, answer: ({ response }) => replyJson(response, faults.now()) },
    {
      method: 'POST',
      path: /^\/faults$/,
      answer: async ({ request, response }) => {
        const change = FaultChange.safeParse(await bodyJson(request))
        if (!change.success)
          throw new ProblemError('invalid', 'these are no faults of a test printer', {
            errors: fieldFaults('body', change.error),
          })
        replyJson(response, await faults.set(change.data))
      },
    },
    {
      method: 'DELETE',
      path: /^\/faults$/,
      answer: async ({ response }) => replyJson(response, await faults.clear()),
    },
  ]
}

function pageRoutes({ roll, faults, state }: RouteParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: /^\/$/,
      answer: ({ response }) => {
        const entries = roll.entries().slice(-NEWEST).toReversed()
        reply(response, { type: 'text/html; charset=utf-8', body: renderPage({ ...state(), entries }) })
      },
    },
    {
      method: 'POST',
      path: /^\/page$/,
      answer: async ({ request, response }) => {
        const change = changeFromForm(new URLSearchParams(await bodyText(request)))
        if (change === 'empty-roll') roll.clear()
        else if (change === 'clear-faults') await faults.clear()
        else await faults.set(change)
        response.writeHead(303, { Location: '/' }).end()
      },
    },
    // Browsers ask for it on their own.
    { method: 'GET', path: /^\/favicon\.ico$/, answer: ({ response }) => void response.writeHead(204).end() },
    file(/^\/page\.css$/, {
      url: new URL('../page/page.css', import.meta.url),
      type: 'text/css; charset=utf-8',
    }),
    file(/^\/live\.js$/, {
      url: new URL('../page/live.ts', import.meta.url),
      type: 'text/javascript; charset=utf-8',
    }),
  ]
}

async function picture(
  { request, response, parameter }: Exchange,
  { roll, drawer }: { readonly roll: Roll; readonly drawer: LabelDrawer },
): Promise<void> {
  const { sha256, language } = entryOf(roll, parameter)
  if (language === 'bytes') throw new NoPictureError()
  const payload = payloadOf(roll, parameter)
  response.setHeader('ETag', `"${sha256}"`)
  if (request.headers['if-none-match'] === `"${sha256}"`) {
    response.writeHead(304).end()
    return
  }
  reply(response, { type: 'image/png', body: await drawer.draw(payload) })
}

function file(path: RegExp, { url, type }: { readonly url: URL; readonly type: string }): Route {
  return {
    method: 'GET',
    path,
    answer: async ({ response }) => reply(response, { type, body: await readFile(url) }),
  }
}

function entryOf(roll: Roll, n: string): RollEntry {
  const entry = roll.entry(Number(n))
  if (entry === null) throw new ProblemError('not_found', `label ${n} is not on the roll`)
  return entry
}

function payloadOf(roll: Roll, n: string): Buffer {
  const payload = roll.payload(Number(n))
  if (payload === null) throw new ProblemError('not_found', `the bytes of label ${n} are not on the roll`)
  return payload
}

function replyJson(response: ServerResponse, value: unknown): void {
  reply(response, { type: 'application/json', body: `${JSON.stringify(value)}\n` })
}

function reply(
  response: ServerResponse,
  content: { readonly type: string; readonly body: string | Buffer },
): void {
  response.writeHead(200, {
    'Content-Type': content.type,
    'Content-Length': Buffer.byteLength(content.body),
  })
  response.end(content.body)
}
