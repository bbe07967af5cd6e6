"""Composes training scenes from the photos of the fitted half: crops, close-ups, changes of light, and dishes on other tables.

    python compose_scenes.py PHOTOS OUT
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from drawn_photos import read_photos
from light import relit
from tables import random_table

RELIT, CROPS, COMPOSED = 2, 6, 17
LONG_SIDE = 704
CLOSE_UPS = ((0.72, 0.84), (0.84, 0.93), (0.93, 0.99), (0.72, 0.9))
"""The share of the frame that the dish covers in a close-up, in turn."""
CLOSE_UP_TURNS = 10


def main(photos_folder, out):
    rng = np.random.default_rng(7)
    photos = list(read_photos(photos_folder, "fitted", 1400))
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    scenes = []

    def keep(dish, kind, picture, mask, table=None):
        scale = LONG_SIDE / max(picture.shape[:2])
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            mask = cv2.resize(mask, picture.shape[1::-1], interpolation=cv2.INTER_AREA)
        name = f"{len(scenes):04d}"
        Image.fromarray(picture).save(out / f"{name}.jpg", quality=int(rng.integers(55, 96)))
        Image.fromarray(mask).save(out / f"{name}.mask.png")
        scenes.append({"name": name, "dish": dish, "kind": kind, "table": table})

    # The kinds alternate, so that the first scenes alone are a useful sample of all.
    for turn in range(max(RELIT, CROPS, COMPOSED)):
        for dish, photo, mask in photos:
            if turn < RELIT:
                keep(dish, "relit", relit(photo, rng, 0.8), mask)
            if turn < CROPS:
                keep(dish, "crop", *crop(photo, mask, rng))
            if turn < COMPOSED:
                keep(dish, "composed", *compose(photo, mask, photos, rng))
    # Close-ups have their own generator, so that the scenes before them stay what they are.
    rng = np.random.default_rng(11)
    for turn in range(CLOSE_UP_TURNS):
        for dish, photo, mask in photos:
            found = close_up(photo, mask, CLOSE_UPS[turn % len(CLOSE_UPS)], rng)
            if found:
                keep(dish, "close", *found)
    (out / "scenes.jsonl").write_text("".join(json.dumps(scene) + "\n" for scene in scenes))


def crop(photo, mask, rng):
    """A part of a photo that holds some of the dish and some of its surroundings, relit."""
    height, width = mask.shape
    for attempt in range(200):
        side = rng.uniform(0.4, 0.95)
        w = int(width * np.clip(side * rng.uniform(0.85, 1.2), 0.3, 1))
        h = int(height * np.clip(side * rng.uniform(0.85, 1.2), 0.3, 1))
        x, y = rng.integers(0, width - w + 1), rng.integers(0, height - h + 1)
        part = mask[y : y + h, x : x + w]
        share = part.mean() / 255
        held = part.sum() / max(1, mask.sum())
        if (0.2 < share < 0.9 and held > 0.35) or attempt == 199:
            return relit(photo[y : y + h, x : x + w], rng, rng.uniform(0, 1)), part
    raise AssertionError


def close_up(photo, mask, band, rng):
    """A part of a photo that the dish nearly fills, relit; None where the photo has no such part."""
    if rng.random() < 0.5:
        photo, mask = photo[:, ::-1], mask[:, ::-1]
    height, width = mask.shape
    sums = cv2.integral((mask > 127).astype(np.uint8))
    nearest = None
    for attempt in range(4000):
        aspect = rng.choice([4 / 3, 3 / 2, 1, 3 / 4, 16 / 9, 5 / 4])
        w = rng.uniform(0.3, 1) * width
        h = w / aspect
        if h > height or h < 0.25 * height:
            continue
        w, h = int(w), int(h)
        x, y = rng.integers(0, width - w + 1), rng.integers(0, height - h + 1)
        inside = sums[y + h, x + w] - sums[y, x + w] - sums[y + h, x] + sums[y, x]
        share, held = inside / (w * h), inside / max(1, sums[-1, -1])
        off = max(band[0] - share, share - band[1], 0) + max(0, 0.4 - held)
        if nearest is None or off < nearest[0]:
            nearest = off, x, y, w, h
        if off == 0:
            break
    if nearest is None or nearest[0] > 0.05:
        return None
    _, x, y, w, h = nearest
    part = np.ascontiguousarray(photo[y : y + h, x : x + w])
    return relit(part, rng, rng.uniform(0, 1)), np.ascontiguousarray(mask[y : y + h, x : x + w])


def compose(photo, mask, photos, rng):
    """The dish of a photo on another table. Where the frame cut the dish, the frame of the scene cuts it again."""
    aspect = rng.choice([4 / 3, 3 / 2, 1, 3 / 4, 16 / 9, 5 / 4])
    width, height = (LONG_SIDE, int(LONG_SIDE / aspect)) if aspect >= 1 else (int(LONG_SIDE * aspect), LONG_SIDE)
    edges = {
        "left": mask[:, :2].max() > 127,
        "right": mask[:, -2:].max() > 127,
        "top": mask[:2].max() > 127,
        "bottom": mask[-2:].max() > 127,
    }
    mirrored = rng.random() < 0.5
    if mirrored:
        photo, mask = photo[:, ::-1], mask[:, ::-1]
        edges["left"], edges["right"] = edges["right"], edges["left"]
    rows, columns = np.where(mask.max(1) > 127)[0], np.where(mask.max(0) > 127)[0]
    x0, x1, y0, y1 = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    box = (x1 - x0, y1 - y0)
    share = rng.uniform(0.45, 1.05)
    scale = share * min(width / box[0], height / box[1])
    if edges["left"] and edges["right"]:
        scale = max(scale, width / box[0])
    if edges["top"] and edges["bottom"]:
        scale = max(scale, height / box[1])
    scale *= 1.02
    left = place(box[0] * scale, width, edges["left"], edges["right"], rng) - x0 * scale
    top = place(box[1] * scale, height, edges["top"], edges["bottom"], rng) - y0 * scale
    move = np.array([[scale, 0, left], [0, scale, top]], np.float32)
    if not any(edges.values()):
        centre = (float((x0 + x1) / 2 * scale + left), float((y0 + y1) / 2 * scale + top))
        turn = np.vstack([cv2.getRotationMatrix2D(centre, rng.uniform(-25, 25), 1), [0, 0, 1]])
        move = (turn @ np.vstack([move, [0, 0, 1]]))[:2]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    softened = cv2.GaussianBlur(photo, (0, 0), max(0.01, 0.35 / scale)) if scale < 0.8 else photo
    dish = cv2.warpAffine(np.ascontiguousarray(softened), move, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(np.ascontiguousarray(mask), move, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    surface, table_name = random_table((width, height), photos, rng)
    table = relit(surface, rng, rng.uniform(0, 0.8)).astype(np.float32)
    table *= shadow(alpha, rng)[..., None]
    lit = relit(dish, rng, rng.uniform(0, 0.5)).astype(np.float32)
    edge = cv2.GaussianBlur(cv2.erode(alpha, np.ones((3, 3), np.uint8)), (0, 0), rng.uniform(0.6, 1.6))[..., None] / 255
    scene = (lit * edge + table * (1 - edge)).clip(0, 255).astype(np.uint8)
    return relit(scene, rng, rng.uniform(0, 0.7)), alpha, table_name


def place(length, room, cut_before, cut_after, rng):
    """Where a dish of some length begins in a frame, so that what was cut stays cut."""
    if cut_before and cut_after:
        return rng.uniform(min(0, room - length), 0)
    if cut_before:
        return -rng.uniform(0, 0.12) * length
    if cut_after:
        return room - length * (1 - rng.uniform(0, 0.12))
    if rng.random() < 0.3:
        return rng.uniform(-0.3 * length, room - 0.7 * length)
    return rng.uniform(min(0, room - length), max(0, room - length))


def shadow(alpha, rng):
    """How much light the dish leaves to the table: a soft shadow to one side and a narrow one where it stands."""
    height, width = alpha.shape
    far = rng.uniform(0.005, 0.06) * width
    angle = rng.uniform(0, 2 * np.pi)
    move = np.float32([[1, 0, far * np.cos(angle)], [0, 1, far * np.sin(angle)]])
    moved = cv2.warpAffine(alpha, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.3, 1.2) * far + 2) / 255.0
    near = cv2.GaussianBlur(alpha, (0, 0), 4) / 255.0
    return (1 - rng.uniform(0, 0.6) * soft) * (1 - rng.uniform(0, 0.3) * near)


if __name__ == "__main__":
    main(*sys.argv[1:3])
