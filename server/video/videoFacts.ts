import * as v from 'valibot'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { ProgramFailed, runProgram } from './program.ts'

/** What ffprobe says of a video. Sizes are those that are shown, in square pixels after rotation. */
export interface VideoFacts {
  readonly durationMs: number
  readonly largeur: number
  readonly hauteur: number
  readonly codec: string
  readonly pixels: string
  readonly framesPerSecond: number
  /** Of the whole file. */
  readonly bitsPerSecond: number
  /** HLG or PQ: white on a screen without HDR only after tone mapping. */
  readonly isHdr: boolean
  /** Dolby Vision without a picture that other decoders understand. */
  readonly isDolbyOnly: boolean
  /** Of the first sound; null without sound. */
  readonly audioCodec: string | null
}

const number = v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(Number)), Number.NaN)
const streamSchema = v.object({
  codec_type: v.optional(v.string(), ''),
  codec_name: v.optional(v.string(), ''),
  width: v.optional(v.number(), 0),
  height: v.optional(v.number(), 0),
  sample_aspect_ratio: v.optional(v.string(), '1:1'),
  pix_fmt: v.optional(v.string(), ''),
  color_transfer: v.optional(v.string(), ''),
  avg_frame_rate: v.optional(v.string(), '0/1'),
  disposition: v.optional(v.object({ attached_pic: v.optional(v.number(), 0) }), {}),
  side_data_list: v.optional(
    v.array(v.object({ rotation: v.optional(v.number(), 0), dv_profile: v.optional(v.number()) })),
    [],
  ),
})
type Stream = v.InferOutput<typeof streamSchema>
const probeSchema = v.object({
  streams: v.array(streamSchema),
  format: v.object({ duration: v.optional(number, Number.NaN), bit_rate: v.optional(number, Number.NaN) }),
})

/** A phone writes at most ten: picture, sounds, and tracks of measurements. */
const maxStreams = 64
/** A little more than 8K. */
const maxPixels = 36_000_000
const probeTimeoutMs = 20_000
const asked = [
  'stream=codec_name,codec_type,pix_fmt,width,height,sample_aspect_ratio,avg_frame_rate,color_transfer',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation,dv_profile',
  'format=duration,bit_rate',
].join(':')

/**
 * Options before `-i`: reads a file as what its first bytes say, so that it cannot name other files, as a playlist
 * would, and opens no address that it names.
 */
export function inputOptions(type: MediaMimeType): readonly string[] {
  return ['-protocol_whitelist', 'file,pipe', '-f', type === 'video/webm' ? 'matroska' : 'mov']
}

/**
 * Reads the facts of a video without decoding it.
 * @throws ProgramFailed when it has no picture, or more streams than a video has
 */
export async function probeVideo(path: string, type: MediaMimeType, signal?: AbortSignal): Promise<VideoFacts> {
  const args = [...inputOptions(type), '-show_entries', asked, '-of', 'json', path]
  const answer = await runProgram('ffprobe', args, { timeoutMs: probeTimeoutMs, signal })
  const { streams, format } = v.parse(probeSchema, JSON.parse(answer.toString()))
  if (streams.length > maxStreams) throw new ProgramFailed(`the video has ${streams.length} streams`)
  const picture = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0)
  if (!picture || picture.width <= 0 || picture.height <= 0) throw new ProgramFailed('the file has no moving picture')
  if (picture.width * picture.height > maxPixels) throw new ProgramFailed('the video has too many pixels')
  const { duration, bit_rate: bits } = format
  return {
    ...shownSize(picture),
    durationMs: duration > 0 ? Math.round(duration * 1000) : 0,
    codec: picture.codec_name,
    pixels: picture.pix_fmt,
    framesPerSecond: quotient(picture.avg_frame_rate, '/'),
    bitsPerSecond: bits > 0 ? bits : 0,
    isHdr: ['arib-std-b67', 'smpte2084'].includes(picture.color_transfer),
    isDolbyOnly: picture.side_data_list.some((data) => data.dv_profile === 5),
    audioCodec: streams.find((one) => one.codec_type === 'audio')?.codec_name ?? null,
  }
}

function shownSize({ width, height, sample_aspect_ratio: aspect, side_data_list: sideData }: Stream) {
  const wide = Math.max(1, Math.round(width * (quotient(aspect, ':') || 1)))
  const isUpright = sideData.some(({ rotation }) => Math.abs(rotation) % 180 === 90)
  return isUpright ? { largeur: height, hauteur: wide } : { largeur: wide, hauteur: height }
}

/** 0 for a quotient that is none. */
function quotient(text: string, sign: ':' | '/'): number {
  const [above = 0, below = 0] = text.split(sign).map(Number)
  return above > 0 && below > 0 ? above / below : 0
}
