/** What drawings are made of: path data on a sheet of 100 by 100, y downwards. */

/** A stroke or a filled shape; holes are where an even number of outlines surround a point. */
export interface Stroke {
  d: string;
  /** With a width it is a line, without it is filled. */
  width?: number;
  /** Around it runs a rim of this width in light or dark, whatever the ink is not: for what lies on many colours. */
  rim?: number;
}

export type Drawing = readonly Stroke[];
