// The pictures of the demo's products as SVG, drawn here: one of each kind, flat, of few colours, 240 units wide and high.
const INK = '#3b4654'
const SHADE = '#d5dce4'
const LIGHT = '#f4f7fa'
const BROWN = '#9a5b2c'

const circle = (at: readonly [x: number, y: number, r: number], fill: string): string =>
  `<circle cx="${at[0]}" cy="${at[1]}" r="${at[2]}" fill="${fill}"/>`
const box = (at: readonly [x: number, y: number, w: number, h: number], fill: string, round = 6): string =>
  `<rect x="${at[0]}" y="${at[1]}" width="${at[2]}" height="${at[3]}" rx="${round}" fill="${fill}"/>`
const shape = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`
const stroke = (path: string, width: number, colour = INK): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`

/** A roll from its side, its end hanging down with labels on it. */
function roll(paper: string, { gaps = true, mark = '' }: { gaps?: boolean; mark?: string } = {}): string {
  const labels = [96, 138, 180].map((y) => box([128, y, 74, 36], paper, 4)).join('')
  const tail = gaps
    ? box([122, 84, 86, 138], SHADE, 2) + labels
    : box([122, 84, 86, 138], SHADE, 2) + box([128, 84, 74, 134], paper, 2)
  const lines = gaps ? [108, 150, 192].map((y) => stroke(`M136 ${y}h40 M136 ${y + 10}h26`, 3)).join('') : ''
  return (
    tail +
    (mark === '' ? lines : mark) +
    circle([96, 104, 74], SHADE) +
    circle([96, 104, 66], paper) +
    circle([96, 104, 44], SHADE) +
    circle([96, 104, 38], paper) +
    circle([96, 104, 20], BROWN) +
    circle([96, 104, 14], LIGHT)
  )
}

const WARNING = [114, 156, 198]
  .map((y) => shape(`M165 ${y - 13}l15 26h-30z`, '#f2b705') + stroke(`M165 ${y - 3}v6`, 4))
  .join('')

function printer(hasRibbon: boolean): string {
  return (
    shape('M44 96q0-34 34-34h84q34 0 34 34z', '#56636f') +
    box([36, 92, 168, 92], INK, 14) +
    box([60, 138, 120, 12], '#1e262e', 6) +
    box([74, 144, 92, 62], LIGHT, 4) +
    stroke('M88 164h52 M88 178h36', 5) +
    circle([184, 112, 6], '#3fbf7f') +
    (hasRibbon ? circle([92, 62, 22], '#1e262e') + circle([92, 62, 9], BROWN) : '')
  )
}

const bottle = (glass: string, cap: string): string =>
  box([92, 26, 56, 34], cap, 6) +
  box([98, 58, 44, 22], glass, 0) +
  shape('M98 76q-38 10-38 44v78q0 18 18 18h84q18 0 18-18v-78q0-34-38-44z', glass) +
  box([60, 126, 120, 58], LIGHT, 2) +
  stroke('M74 146h72 M74 162h48', 5)

const DRAWINGS: Readonly<Record<string, string>> = {
  'roll-white': roll('#ffffff'),
  'roll-endless': roll('#ffffff', { gaps: false }),
  'roll-foil': roll('#e8eef7'),
  'roll-yellow': roll('#ffdf4d'),
  'roll-red': roll('#f28b82'),
  'roll-green': roll('#9ddba9'),
  'roll-blue': roll('#9cc6f5'),
  'roll-warning': roll('#ffffff', { mark: WARNING }),
  ribbon:
    circle([84, 120, 52], '#1e262e') +
    circle([84, 120, 20], BROWN) +
    circle([84, 120, 12], LIGHT) +
    shape('M84 68h98v18h-98z', '#1e262e') +
    circle([182, 104, 36], '#2b353f') +
    circle([182, 104, 18], BROWN) +
    circle([182, 104, 11], LIGHT),
  printer: printer(false),
  'printer-ribbon': printer(true),
  cleaning:
    box([56, 40, 30, 130], '#9cc6f5', 8) +
    shape('M56 170h30l-9 30h-12z', INK) +
    box([120, 64, 76, 128], LIGHT, 6) +
    stroke('M136 92h44 M136 112h44 M136 132h28', 5),
  bottle: bottle(BROWN, INK),
  dropper:
    shape('M108 20h24l6 44h-36z', INK) +
    box([90, 60, 60, 26], '#56636f', 6) +
    shape('M90 84q-22 8-22 34v84q0 16 16 16h72q16 0 16-16v-84q0-26-22-34z', BROWN) +
    box([68, 132, 104, 48], LIGHT, 2) +
    stroke('M82 150h60', 5),
  jar:
    box([46, 62, 148, 44], SHADE, 10) +
    box([54, 102, 132, 104], LIGHT, 14) +
    box([54, 128, 132, 44], '#9ddba9', 0) +
    stroke('M76 150h72', 6),
  bag:
    shape('M58 52l10 14 10-14 10 14 10-14 10 14 10-14 10 14 10-14 10 14 10-14 10 14 10-14v156h-120z', LIGHT) +
    shape('M112 104h16v20h20v16h-20v20h-16v-20h-20v-16h20z', '#3fa66b'),
  box:
    shape('M120 40l84 40-84 40-84-40z', '#e3c49c') +
    shape('M36 80l84 40v92l-84-42z', '#d1a877') +
    shape('M204 80l-84 40v92l84-42z', '#bd9260'),
  syringe: `<g transform="rotate(45 120 120)">${box([96, 60, 48, 112], '#dcebf8', 4)}${box([102, 96, 36, 76], '#9cc6f5', 2)}${box([114, 20, 12, 70], SHADE, 2)}${box([92, 14, 56, 12], INK, 4)}${box([84, 54, 72, 10], INK, 4)}${box([114, 172, 12, 26], INK, 3)}</g>`,
  cup:
    shape('M60 64h120l-16 140q-1 8-9 8h-70q-8 0-9-8z', '#dcebf8') +
    shape('M68 130h104l-9 72q-1 8-9 8h-68q-8 0-9-8z', '#9cc6f5') +
    stroke('M84 96h22 M86 116h14 M88 136h22 M90 156h14 M92 176h22', 4),
  thermometer:
    box([62, 36, 116, 168], LIGHT, 16) +
    box([78, 56, 84, 58], '#c9e7d3', 6) +
    stroke('M96 70v20h24 M116 70v34 M138 70h8v8h-8z', 5) +
    circle([92, 154, 12], SHADE) +
    circle([148, 154, 12], '#f28b82'),
  gloves: shape(
    'M80 212v-70q-18-22-24-52 14-10 22 8l12 26v-72q12-10 20 0v48l2-58q12-10 20 0v58l6-50q12-8 20 2l-4 66 10-18q14-4 16 10l-20 56q-6 16-10 46z',
    '#7fb2e8',
  ),
  mask:
    shape('M52 96q68-40 136 0v36q-16 54-68 60-52-6-68-60z', '#e6eef6') +
    stroke('M52 104q-40 8-24 60 M188 104q40 8 24 60', 5) +
    stroke('M76 118q44-16 88 0 M78 142q42-12 84 0', 4, SHADE),
  scanner:
    shape(
      'M44 60q0-14 14-14h96q26 0 34 24l10 30q4 14-10 14h-62l-20 86q-3 12-15 12h-16q-14 0-11-14l22-90h-28q-14 0-14-14z',
      INK,
    ) +
    shape('M186 70l40-22v84l-34-26z', '#f28b82') +
    circle([104, 132, 8], '#f2b705'),
  paper:
    box([44, 96, 152, 92], '#e8eef7', 4) +
    box([52, 84, 136, 18], '#ffffff', 2) +
    box([44, 116, 152, 40], '#7fb2e8', 0) +
    stroke('M64 136h64', 6, '#ffffff'),
  tray:
    shape('M40 150h160l16 46q2 8-6 8h-180q-8 0-6-8z', '#7fb2e8') +
    shape('M52 108h136l12 34h-160z', '#9ddba9') +
    shape('M62 70h116l10 30h-136z', '#ffdf4d'),
}

/** SVG by the name of the picture. */
export function pictures(): ReadonlyMap<string, string> {
  const svg = (drawing: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="#eaf0f5"/>${drawing}</svg>`
  return new Map(Object.entries(DRAWINGS).map(([name, drawing]) => [name, svg(drawing)]))
}
