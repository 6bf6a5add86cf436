/**
 * The most bytes that a path from a workspace's root may have for a tool to reach it, and for a folder to be looked into. The
 * system's own bound counts from `/`, so that what is seen would depend on where a workspace lies; this one keeps clear of it.
 */
export const MOST_PATH_BYTES = 1024;
