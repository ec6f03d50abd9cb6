// The entry point of each worker thread.
import { serveTasks } from '@prime-registry/threads';
import { taskTable } from './task-table.ts';

serveTasks(taskTable);
