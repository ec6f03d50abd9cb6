// What each worker thread runs.
import { serveTasks } from '@prime-registry/threads';
import { taskTable } from './task-table.ts';

serveTasks(taskTable);
