import { box, container, fullBox, u32 } from '#tests/support/boxes.ts'
import { marked, type MarkedFile, secretBytes, unvouched } from './secret.ts'

const frames = Buffer.alloc(64, 0x55)
const u16 = (value: number) => u32(value).subarray(2)
const text = (words: string) => Buffer.from(words, 'latin1')

/** Places in the boxes of a video; each gets the secret after its own content. */
interface Places {
  /** Boxes to add, by parent. */
  readonly added?: Readonly<Record<string, Buffer>>
  /** Bytes to add to the content, by box. */
  readonly longer?: Readonly<Record<string, Buffer>>
  readonly handlerName?: Buffer
  readonly compressor?: Buffer
  readonly reference?: Buffer
  /** Handler of a second track, whose one sample is the secret. */
  readonly otherTrack?: string
  readonly isFragmented?: boolean
  /** Coded bytes that no sample refers to. */
  readonly unreferenced?: Buffer
}

const parents = 'file moov trak edts mdia minf dinf stbl mvex moof traf mfra avc1'.split(' ')
const kinds = { udta: 'udta', meta: 'meta', uuid: 'uuid', free: 'free', skip: 'skip', unknown: 'XYZW' }
const tables = 'mvhd tkhd mdhd vmhd elst stts stsc stsz stco stsd trex mehd mfhd tfhd tfdt mfro pasp'.split(' ')

/** Videos with the secret in every box, table, name, track and gap. */
export function markedFilms(brand: 'mp42' | 'qt  '): MarkedFile[] {
  const kind = brand === 'qt  ' ? 'MOV' : 'MP4'
  const film = (places: Places) => filmOf(brand, places)
  const boxes = parents.flatMap((parent) =>
    Object.entries(kinds).map(([name, type]) => [
      `${name} in ${parent}`,
      film({ added: { [parent]: box(type, secretBytes) }, isFragmented: true }),
    ]),
  )
  return [
    ...marked(kind, {
      ...(Object.fromEntries(boxes) as Record<string, Buffer>),
      ...Object.fromEntries(
        tables.map((table) => [
          `behind ${table}`,
          film({ longer: { [table]: Buffer.concat([Buffer.alloc(40), secretBytes]) }, isFragmented: true }),
        ]),
      ),
      'name of the handler': film({ handlerName: secretBytes }),
      'name of the compressor': film({ compressor: secretBytes }),
      'samples of subtitles': film({ otherTrack: 'text' }),
      'samples of locations': film({ otherTrack: 'meta' }),
      'samples of chapters': film({ otherTrack: 'sbtl' }),
      'samples of a time code': film({ otherTrack: 'tmcd' }),
      'samples of subtitles in a fragment': film({ otherTrack: 'text', isFragmented: true }),
      'samples of locations in a fragment': film({ otherTrack: 'meta', isFragmented: true }),
      'bytes of no sample': film({ unreferenced: secretBytes }),
      'behind the boxes': Buffer.concat([film({}), secretBytes]),
    }),
    ...unvouched(kind, {
      'media in another file': film({ reference: box('url ', Buffer.concat([u32(0), secretBytes])) }),
      'a compressed header': film({ added: { moov: box('cmov', secretBytes) } }),
    }),
  ]
}

/** Frames and other samples come first, so that later additions do not move them. */
function filmOf(brand: string, places: Places): Buffer {
  const start = box('ftyp', text(`${brand}\0\0\0\0${brand}`))
  const data = box('mdat', Buffer.concat([frames, secretIf(places.otherTrack), places.unreferenced ?? Buffer.alloc(0)]))
  const at = start.length + 8
  const { tree, table, leaf } = builders(places)
  const track = (id: number, handler: string, position: number, length: number) =>
    tree('trak', [
      leaf('tkhd', Buffer.concat([u32(0), u32(0), u32(id), Buffer.alloc(68)])),
      tree('edts', [table('elst', [u32(1), u32(0), u32(0x10000)])]),
      tree('mdia', [
        leaf('mdhd', Buffer.alloc(20)),
        fullBox('hdlr', Buffer.concat([u32(0), text(handler), Buffer.alloc(12), places.handlerName ?? u16(0)])),
        tree('minf', [
          leaf('vmhd', Buffer.alloc(8)),
          tree('dinf', [table('dref', [places.reference ?? box('url ', u32(1))])]),
          tree('stbl', [
            table('stsd', [description(places, tree, leaf)]),
            table('stts', [u32(1), u32(1)]),
            table('stsc', [u32(1), u32(1), u32(1)], 1),
            leaf('stsz', Buffer.concat([u32(0), u32(1), u32(length)])),
            table('stco', [u32(position)]),
          ]),
        ]),
      ]),
    ])
  const isOther = places.otherTrack !== undefined
  const tracks = [track(1, 'vide', at, places.isFragmented ? 0 : frames.length)]
  if (isOther)
    tracks.push(track(2, places.otherTrack ?? '', at + frames.length, places.isFragmented ? 0 : secretBytes.length))
  const ids = isOther ? [1, 2] : [1]
  const extends_ = ids.map((id) => leaf('trex', Buffer.concat([u32(id), Buffer.alloc(16)])))
  const movie = tree('moov', [
    leaf('mvhd', Buffer.alloc(96)),
    ...tracks,
    ...(places.isFragmented ? [tree('mvex', [leaf('mehd', u32(1)), ...extends_])] : []),
  ])
  const run = (length: number) => box('trun', Buffer.concat([u32(0x200), u32(1), u32(length)]))
  const part = (id: number, position: number, length: number) =>
    tree('traf', [
      box('tfhd', Buffer.concat([u32(1), u32(id), u32(0), u32(position), places.longer?.['tfhd'] ?? Buffer.alloc(0)])),
      leaf('tfdt', u32(0)),
      run(length),
    ])
  const parts = [part(1, at, frames.length), ...(isOther ? [part(2, at + frames.length, secretBytes.length)] : [])]
  const fragments = [tree('moof', [leaf('mfhd', u32(1)), ...parts]), tree('mfra', [leaf('mfro', u32(16))])]
  const extra = places.added?.['file'] ?? Buffer.alloc(0)
  return Buffer.concat([start, data, movie, ...(places.isFragmented ? fragments : []), extra])
}

const secretIf = (track: string | undefined) => (track === undefined ? Buffer.alloc(0) : secretBytes)

function builders({ added, longer }: Places) {
  const behind = (type: string) => longer?.[type] ?? Buffer.alloc(0)
  return {
    tree: (type: string, children: readonly Buffer[]) =>
      container(type, [...children, added?.[type] ?? Buffer.alloc(0)]),
    leaf: (type: string, payload: Buffer) => fullBox(type, Buffer.concat([payload, behind(type)])),
    table: (type: string, rows: readonly Buffer[], count = 1) =>
      fullBox(type, Buffer.concat([u32(count), ...rows, behind(type)])),
  }
}

type Builders = ReturnType<typeof builders>

function description({ compressor }: Places, tree: Builders['tree'], leaf: Builders['leaf']): Buffer {
  const entry = Buffer.alloc(78)
  compressor?.copy(entry, 42)
  const below = tree('avc1', [leaf('pasp', u32(1))]).subarray(8)
  return box('avc1', Buffer.concat([entry, below]))
}
