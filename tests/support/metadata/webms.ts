import { marked, type MarkedFile, secretBytes, unvouched } from './secret.ts'

const text = (words: string) => Buffer.from(words, 'latin1')
const byte = (...values: number[]) => Buffer.from(values)

/** An element of EBML with a size of four bytes. */
function element(id: string, ...content: Buffer[]): Buffer {
  const payload = Buffer.concat(content)
  const size = Buffer.alloc(4)
  size.writeUInt32BE((payload.length | 0x1000_0000) >>> 0)
  return Buffer.concat([Buffer.from(id, 'hex'), size, payload])
}

interface Places {
  /** An element to add, by parent. */
  readonly added?: Readonly<Record<string, Buffer>>
  /** Content of the muxer and writer names. */
  readonly program?: Buffer
  /** Type of a second track, whose blocks are the secret. */
  readonly otherTrack?: number
  readonly codec?: string
  readonly setup?: Buffer
}

const parents = [
  'ebml',
  'seek',
  'info',
  'tracks',
  'track',
  'video',
  'colour',
  'cues',
  'cue',
  'segment',
  'cluster',
  'group',
]

/** WebMs with the secret in every element that can contain it. */
export function markedWebms(): MarkedFile[] {
  const unknown = parents.map((parent) => [
    `unknown element in ${parent}`,
    webmOf({ added: { [parent]: element('4abc', secretBytes) } }),
  ])
  const filled = parents.map((parent) => [
    `void in ${parent}`,
    webmOf({ added: { [parent]: element('ec', secretBytes) } }),
  ])
  const info = { title: '7ba9', 'file name': '7384', 'id of a segment': '73a4', 'name of the one before': '3c83ab' }
  const track = { name: '536e', 'name of the codec': '258688', language: '22b59c', 'language of BCP 47': '22b59d' }
  const top = { tags: '1254c367', attachments: '1941a469', chapters: '1043a770' }
  const inside = (parent: string, ids: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(ids).map(([name, id]) => [name, webmOf({ added: { [parent]: element(id, secretBytes) } })]),
    )
  const addition = (kind: number) =>
    element('75a1', element('a6', element('ee', byte(kind)), element('a5', secretBytes)))
  return [
    ...marked('WebM', {
      ...(Object.fromEntries([...unknown, ...filled]) as Record<string, Buffer>),
      ...inside('info', info),
      ...inside('track', track),
      ...inside('segment', top),
      ...inside('cluster', { 'silent tracks': '5854', 'an encrypted block': 'af' }),
      'names of the programs': webmOf({ program: secretBytes }),
      'a number that is too long': webmOf({ added: { info: element('4489', secretBytes) } }),
      'blocks of subtitles': webmOf({ otherTrack: 0x11 }),
      'blocks of metadata': webmOf({ otherTrack: 0x21 }),
      'a projection': webmOf({ added: { video: element('7670', secretBytes) } }),
      'an addition of other data': webmOf({ added: { group: addition(4) } }),
      'comments of Vorbis': webmOf({ codec: 'A_VORBIS', setup: vorbisSetup() }),
      'behind the file': Buffer.concat([webmOf({}), byte(0), secretBytes]),
    }),
    ...unvouched('WebM', {
      'an encoded track': webmOf({ added: { track: element('6d80', secretBytes) } }),
      'comments of FLAC': webmOf({ codec: 'A_FLAC', setup: Buffer.concat([Buffer.alloc(42), secretBytes]) }),
      'a codec that is a text': webmOf({ codec: `V_${secretBytes.toString()}` }),
    }),
  ]
}

function vorbisSetup(): Buffer {
  const identification = Buffer.concat([byte(1), text('vorbis'), Buffer.alloc(23)])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(secretBytes.length)
  const comment = Buffer.concat([byte(3), text('vorbis'), length, secretBytes, Buffer.alloc(4), byte(1)])
  const setup = Buffer.concat([byte(5), text('vorbis'), Buffer.alloc(20)])
  return Buffer.concat([byte(2, identification.length, comment.length), identification, comment, setup])
}

function webmOf({ added = {}, program, otherTrack, codec = 'V_VP9', setup }: Places): Buffer {
  const extra = (parent: string) => added[parent] ?? Buffer.alloc(0)
  const isSound = codec.startsWith('A_')
  const track = element(
    'ae',
    element('d7', byte(1)),
    element('73c5', byte(1)),
    element('83', byte(isSound ? 2 : 1)),
    element('86', text(codec)),
    setup ? element('63a2', setup) : Buffer.alloc(0),
    element('e0', element('b0', byte(8)), element('ba', byte(8)), element('55b0', extra('colour')), extra('video')),
    extra('track'),
  )
  const other = otherTrack === undefined ? [] : [element('ae', element('d7', byte(2)), element('83', byte(otherTrack)))]
  const otherBlock = Buffer.concat([byte(0x82, 0, 0, 0), secretBytes])
  const otherBlocks =
    otherTrack === undefined ? [] : [element('a3', otherBlock), element('a0', element('a1', otherBlock))]
  const block = Buffer.concat([byte(0x81, 0, 0, 0), Buffer.alloc(16, 0x55)])
  return Buffer.concat([
    Buffer.from('1a45dfa3', 'hex'),
    sized(element('4286', byte(1)), element('4282', text('webm')), extra('ebml')),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('114d9b74', element('4dbb', element('53ac', byte(1))), extra('seek')),
    element('1549a966', element('4d80', program ?? text('a')), element('5741', program ?? text('a')), extra('info')),
    element('1654ae6b', track, ...other, extra('tracks')),
    extra('segment'),
    element(
      '1f43b675',
      element('e7', byte(0)),
      element('a3', block),
      extra('cluster'),
      ...otherBlocks,
      element('a0', element('a1', block), extra('group')),
    ),
    element(
      '1c53bb6b',
      element('bb', element('b3', byte(0)), element('b7', element('f7', byte(1))), extra('cue')),
      extra('cues'),
    ),
  ])
}

function sized(...content: Buffer[]): Buffer {
  return element('', ...content)
}
