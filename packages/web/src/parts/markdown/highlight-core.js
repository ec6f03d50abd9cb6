// The core of highlight.js. Its own types make all code believe that it runs in a browser: see highlight-core.d.ts.
import library from 'highlight.js/lib/core';

export const hljs = library;
