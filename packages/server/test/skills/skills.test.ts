// Primes as Agent Skills over HTTP: discovery documents, archives, and who may read them.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readTarStream } from '@prime-registry/archive';
import { type KnownPrime, readSkill } from '@prime-registry/knowledge';
import type { SkillIndex } from '@prime-registry/protocol';
import { type Actor, atomFiles, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { type Chain, startChain } from '../mirror/chain.ts';
