import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'

/** One encoded picture or sound of a film; times in seconds. */
export interface FilmPacket {
  readonly type: 'key' | 'delta'
  readonly time: number
  readonly duration: number
  readonly bytes: readonly number[]
}

export interface Film {
  readonly pictures: readonly FilmPacket[]
  readonly sounds: readonly FilmPacket[]
}

/**
 * Encodes a small film with sound in a browser: five pictures in a second, every tenth a key frame.
 * It refers to nothing outside, so that Playwright can run it in a page.
 */
export async function encodeFilm(seconds: number): Promise<Film> {
  const [pictures, sounds]: [FilmPacket[], FilmPacket[]] = [[], []]
  const packetOf = (chunk: EncodedVideoChunk | EncodedAudioChunk): FilmPacket => {
    const bytes = new Uint8Array(chunk.byteLength)
    chunk.copyTo(bytes)
    return { type: chunk.type, time: chunk.timestamp / 1e6, duration: (chunk.duration ?? 0) / 1e6, bytes: [...bytes] }
  }
  const error = (cause: Error) => {
    throw cause
  }
  const video = new VideoEncoder({ output: (chunk) => pictures.push(packetOf(chunk)), error })
  video.configure({ codec: 'vp09.00.10.08', width: 320, height: 180, latencyMode: 'realtime' })
  const canvas = new OffscreenCanvas(320, 180)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser has no 2D canvas')
  for (let at = 0; at < 5 * seconds; at += 1) {
    pen.fillStyle = `hsl(${(at * 360) / (5 * seconds)} 60% 55%)`
    pen.fillRect(0, 0, 320, 180)
    pen.fillStyle = 'white'
    pen.font = '80px sans-serif'
    pen.fillText(`${Math.floor(at / 5)} s`, 100, 115)
    const frame = new VideoFrame(canvas, { timestamp: at * 200_000, duration: 200_000 })
    video.encode(frame, { keyFrame: at % 10 === 0 })
    frame.close()
  }
  const audio = new AudioEncoder({ output: (chunk) => sounds.push(packetOf(chunk)), error })
  audio.configure({ codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 })
  for (let at = 0; at < seconds; at += 1) {
    const data = Float32Array.from({ length: 48_000 }, (_none, n) => Math.sin((n * 440 * 2 * Math.PI) / 48_000) / 4)
    const shape = { format: 'f32', sampleRate: 48_000, numberOfFrames: 48_000, numberOfChannels: 1 } as const
    const sound = new AudioData({ ...shape, timestamp: at * 1e6, data })
    audio.encode(sound)
    sound.close()
  }
  await Promise.all([video.flush(), audio.flush()])
  return { pictures, sounds }
}

interface FilmOptions {
  readonly format?: 'mp4' | 'mov'
  /** Sound tracks, all of them alike. */
  readonly soundTracks?: number
  /** Zeros behind each picture, which VP9 decoders skip. */
  readonly padding?: number
  /** The date that an iPhone writes. */
  readonly creationDate?: string
}

/**
 * The film as a file with its index at the end, as phones write it: turned by 90°, filmed on 20 June 2026, with a
 * place.
 */
export async function filmFile(
  { pictures, sounds }: Film,
  options: FilmOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { format = 'mp4', soundTracks = 1, padding = 0, creationDate } = options
  const target = new BufferTarget()
  const of = { fastStart: false, metadataFormat: 'mdta' } as const
  const output = new Output({ format: format === 'mov' ? new MovOutputFormat(of) : new Mp4OutputFormat(of), target })
  const video = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(video, { rotation: 90 })
  const tracks = Array.from({ length: soundTracks }, () => new EncodedAudioPacketSource('opus'))
  for (const track of tracks) output.addAudioTrack(track)
  const date = creationDate !== undefined && { 'com.apple.quicktime.creationdate': creationDate }
  output.setMetadataTags({ raw: { 'com.apple.quicktime.location.ISO6709': place, ...date } })
  await output.start()
  for (const { type, time, duration, bytes } of pictures) {
    const data = new Uint8Array(bytes.length + padding)
    data.set(bytes)
    const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 180 }
    await video.add(new EncodedPacket(data, type, time, duration), { decoderConfig })
  }
  for (const track of tracks)
    for (const { time, duration, bytes } of sounds) {
      const packet = new EncodedPacket(Uint8Array.from(bytes), 'key', time, duration)
      const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 }
      await track.add(packet, { decoderConfig })
    }
  await output.finalize()
  if (!target.buffer) throw new Error('the film was not written')
  const file = new Uint8Array(target.buffer)
  setTimes(file)
  return file
}

/** A place as iPhones write it. */
export const place = '+48.8566+002.3522+035.000/'
/** 2026-06-20 19:04:00 UTC in seconds since 1904. */
export const filmedAt = Date.UTC(2026, 5, 20, 19, 4) / 1000 + 2_082_844_800

function setTimes(file: Uint8Array<ArrayBuffer>): void {
  const text = new TextDecoder('latin1').decode(file.subarray(file.length - 200_000))
  const view = new DataView(file.buffer)
  for (const name of ['mvhd', 'tkhd', 'mdhd'])
    for (const { index } of text.matchAll(new RegExp(name, 'g')))
      view.setUint32(file.length - Math.min(file.length, 200_000) + index + 8, filmedAt)
}

/** What a file contains; the times of its packets in seconds, in decode order. */
export async function readFilm(file: Blob) {
  const input = new Input({ formats: [MP4, QTFF], source: new BlobSource(file) })
  try {
    const tracks = await input.getTracks()
    return {
      isQuickTime: (await input.getFormat()) === QTFF,
      rotation: await (await input.getPrimaryVideoTrack())?.getRotation(),
      tracks: await Promise.all(
        tracks.map(async (track) => {
          const packets: EncodedPacket[] = []
          for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
          return { type: track.type, codec: await track.getCodec(), packets }
        }),
      ),
    }
  } finally {
    input.dispose()
  }
}

/** The names of the outermost boxes, and the recording time of the film in seconds since 1904. */
export function boxesOf(file: Uint8Array): { names: string[]; recordedAt: number | undefined } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const names: string[] = []
  let recordedAt: number | undefined
  for (let at = 0; at < file.length; at += view.getUint32(at)) {
    const name = nameAt(view, at)
    names.push(name)
    // Behind the header of moov: size, "mvhd", version and flags.
    if (name === 'moov' && nameAt(view, at + 8) === 'mvhd') recordedAt = view.getUint32(at + 20)
  }
  return { names, recordedAt }
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(at + byte)))
}
