/** Maximum number of concurrent downloads. Small tarballs fill a link of 20 Mbit/s and 50 ms with half as many. */
export const DOWNLOAD_LIMIT = 24;
